import ActivityResolver
import Push
import Synchronization
import Telemetry
import Testing

@testable import Relay

/// What the log says of pushes that go wrong.
@Suite struct PushTroublesTests {
    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
        let now = Mutex(1_790_000_000.0)
    }

    private let log = Log()
    private let troubles: PushTroubles

    init() {
        let log = log
        troubles = PushTroubles(
            logger: Logger(level: .info) { record in log.lines.withLock { $0.append(record.message) } },
            now: { log.now.withLock { $0 } })
    }

    private func tell(_ outcome: Outcome) {
        let state = ContentState(status: "", displayStatus: "", progress: 0)
        let push = Push(
            sender: "hook", sentAt: 0, conversionId: "t", subscriberId: nil, number: 1,
            planned: PlannedPush(target: "hook", event: .update, priority: 10, contentState: state, reason: .status))
        troubles.note([PushResult(push: push, outcome: outcome)], of: "hook")
    }

    private var lines: [String] { log.lines.withLock { $0 } }

    @Test func `a trouble is said once a minute, whatever the service adds to it, though others go well`() {
        for number in 0..<100 {
            tell(.retry(Failure("the receiver answered 404: request \(number) not found")))
            tell(.retry(Failure("Operation timed out after \(10_000 + number) milliseconds", scope: .service)))
            tell(.ok)
        }
        #expect(lines.count == 3)
        tell(.retry(Failure("the receiver answered 503")))
        #expect(lines.count == 4)
        log.now.withLock { $0 += 61 }
        tell(.retry(Failure("the receiver answered 404: again")))
        #expect(lines.count == 5)
    }

    @Test func `whatever trouble of a service was said, its end is said too`() {
        for round in 0..<3 {
            tell(.retry(Failure("refused for the cause \(["a", "b", "c"][round])", scope: .service)))
            tell(.ok)
            tell(.ok)
        }
        #expect(lines.count == 6)
        #expect(lines.last == "pushes are taken again")
    }

    @Test func `a push that nobody answered tells not that its service is there`() {
        tell(.retry(Failure("refused", scope: .service)))
        tell(.unknown("no answer within 10 s"))
        #expect(troubles.failing["hook"]?.detail == "refused")
        #expect(lines.last == "nobody answered, and it is not repeated")
    }

    @Test func `a sender fails until somebody answers, whatever the answer`() {
        for answer in [Outcome.ok, .dropped("422"), .dead("410"), .retry(Failure("429"))] {
            tell(.retry(Failure("no file", scope: .key)))
            #expect(troubles.failing["hook"]?.detail == "no file")
            tell(answer)
            #expect(troubles.failing.isEmpty)
        }
    }
}
