import JSON
import TestSupport
import Testing

struct ProgramTests {
    @Test func `a push reaches its device`() throws {
        let apns = try SimulatedAPNs()
        #expect(try apns.stats().number("/accepted") == 0)
        #expect(try apns.device(SimulatedAPNs.token(1)) == .null)
    }
}
