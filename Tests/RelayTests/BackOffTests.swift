import Push
import Testing

@testable import Relay

/// How long a target is left alone after a failure.
@Suite struct BackOffTests {
    private func backOff(_ random: Double, longest: Double = 60) -> BackOff {
        BackOff(longest: longest) { random }
    }

    @Test func `pauses double from a second on, up to the longest`() {
        let pauses = (0...8).map { backOff(0.5).seconds(after: $0) }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        #expect(backOff(0.5).seconds(after: .max) == 60)
        #expect(backOff(0.5).seconds(after: -1) == 1)
    }

    @Test(arguments: 0...7)
    func `jitter is a fifth at most, either way`(_ failures: Int) {
        let middle = backOff(0.5).seconds(after: failures)
        #expect(abs(backOff(0).seconds(after: failures) - middle * 0.8) < 1e-9)
        #expect(abs(backOff(1).seconds(after: failures) - middle * 1.2) < 1e-9)
    }

    @Test func `what the service asks for goes before that, and never is the relay sooner`() {
        for failures in [0, 3, 20] {
            let failure = Failure("429", retryAfter: 30)
            #expect(backOff(0).seconds(after: failures, failure) == 30)
            #expect(backOff(1).seconds(after: failures, failure) == 36)
        }
        #expect(backOff(0.5).seconds(after: 2, Failure("500")) == 4)
    }

    @Test func `nobody is left alone for much more than an hour`() {
        let pause = backOff(1).seconds(after: 0, Failure("503", retryAfter: 1e9))
        #expect(pause == 4320)
        #expect(backOff(0, longest: 7200).seconds(after: 0, Failure("503", retryAfter: 1e9)) == 7200)
    }

    @Test(arguments: [0.0, -5])
    func `who asks for no pause gets one all the same`(_ asked: Double) {
        #expect(backOff(0).seconds(after: 0, Failure("503", retryAfter: asked)) == 1)
    }
}
