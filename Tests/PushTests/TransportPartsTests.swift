import ActivityResolver
import Testing

@testable import Push

/// The parts of the transport that decide by themselves.
@Suite struct TransportPartsTests {
    @Test func `a line gives what it took, in order`() {
        var line = WaitingLine<Int>()
        var next = 0
        for round in 0..<50 {
            for element in round * 10..<round * 10 + 10 { line.append(element) }
            for _ in 0..<9 {
                #expect(line.take() == next)
                next += 1
            }
        }
        #expect(line.count == 50)
        #expect(line.takeAll() == Array(450..<500))
        #expect(line.isEmpty && line.take() == nil)
    }

    @Test func `retries take half of the room at most, and what is fresh goes first`() {
        var line = PushLine()
        line.append([push(1, .retry), push(2, .retry), push(3, .retry), push(4, .status), push(5, .nudge)])
        let first = [line.take(0, of: 4), line.take(0, of: 4), line.take(0, of: 4), line.take(1, of: 4)]
        #expect(first.map { $0?.push.number } == [4, 5, 1, 2])
        #expect(first.map { $0?.isRetry } == [false, false, true, true])
        #expect(line.take(2, of: 4) == nil && !line.isEmpty)
        line.append([push(6, .status)])
        #expect(line.take(2, of: 4)?.push.number == 6)
        #expect(line.take(0, of: 1)?.push.number == 3)
        #expect(line.isEmpty)
    }

    private func push(_ number: Int, _ reason: PushReason) -> Push {
        let state = ContentState(status: "", displayStatus: "", progress: 0)
        return Push(
            sender: "hook", sentAt: 0, conversionId: "t", subscriberId: nil, number: number,
            planned: PlannedPush(target: "hook", event: .update, priority: 10, contentState: state, reason: reason))
    }

    @Test func `a library says what it lacks`() {
        let all: Int32 = 1 << 2 | 1 << 7 | 1 << 16
        #expect(CurlLibrary.lacks(version: 0x080E01, features: all).isEmpty)
        #expect(CurlLibrary.lacks(version: 0x075801, features: all).map { $0.contains("8.5") } == [true])
        #expect(CurlLibrary.lacks(version: 0x075700, features: 0).count == 5)
        #expect(CurlLibrary.version.hasPrefix("libcurl/"))
    }

    @Test func `a header's value ends no line`() {
        var request = OutgoingRequest()
        request.header("webhook-id", "a\r\nX-Evil: 1\0\u{7F}")
        request.header("Content-Type", "application/json")
        #expect(request.headers == ["webhook-id: aX-Evil: 1", "Content-Type: application/json"])
    }

    @Test func `only what a connection may have lost is sent again at once`() {
        let codes: [Int32] = [16, 18, 55, 92]
        #expect((0...100).filter { TransferFailure(code: $0, message: "").isAmbiguous } == codes)
    }
}
