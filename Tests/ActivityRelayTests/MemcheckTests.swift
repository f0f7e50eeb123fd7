import JSON
import TestSupport
import Testing

/// The program under valgrind's memcheck, while its pushes go well and wrong.
@Suite(.timeLimit(.minutes(20))) struct MemcheckTests {
    @Test func `nothing is read or written where it should not be, and nothing is lost`() throws {
        let hooked = try HookedRelay(
            under: [
                InstalledProgram.path("valgrind"), "--quiet", "--error-exitcode=99", "--leak-check=full",
                "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite", "--num-callers=40",
                "--suppressions=\(Fixtures.folder)/memcheck.supp",
            ])
        let deeds: [WebhookReceiver.Deed] = [.status(503), .reset, .hang, .cut, .early]
        for deed in deeds {
            try hooked.receiver.tell(deed, times: 2)
            for index in 0..<10 { try hooked.progress("t-\(index)", 0.1) }
        }
        hooked.receiver.stop()
        for index in 0..<10 { try hooked.progress("t-\(index)", 0.2) }
        try hooked.receiver.start()
        for index in 0..<10 {
            try hooked.progress("t-\(index)", 0.3)
            #expect(hooked.hasTaken("conversionId", "t-\(index)", progress: 0.3))
        }
        try hooked.receiver.tell(.hang)
        try hooked.progress("t-0", 0.4)
        hooked.relay.process.terminate()
        let code = hooked.relay.process.waitForExit(within: 60)
        let found = hooked.relay.process.errors.all().filter { $0.hasPrefix("==") }
        #expect(code == 0 && found.isEmpty, Comment(rawValue: found.joined(separator: "\n")))
    }
}
