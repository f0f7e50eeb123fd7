import JSON
import Testing

@testable import APNsSimulator

struct ArrivalTests {
    private func view(_ device: Device) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        device.writeMembers(topics: [], now: 0, to: &writer)
        writer.endObject()
        var reader = JSONReader(writer.take())
        return try reader.readValue()
    }

    @Test func `a device tells when its last push came`() throws {
        let path = Array(("/3/device/" + String(repeating: "ab", count: 32)).utf8)
        var device = Device(token: try DeviceToken.inPath(path[...]).get())
        #expect(try view(device)["lastPushAt"] == nil)
        device.count(now: 1_790_000_000.25)
        device.count(now: 1_790_000_001.000_025)
        #expect(try view(device)["pushes"]?.doubleValue == 2)
        #expect(try view(device)["lastPushAt"]?.doubleValue == 1_790_000_001.000_025)
    }

    @Test func `the clock tells microseconds`() {
        // Of readings that follow one another few are of a whole millisecond.
        let microseconds = (0..<100).map { _ in Int((WallClock.now() * 1e6).rounded()) }
        #expect(microseconds.contains { !$0.isMultiple(of: 1000) })
    }
}
