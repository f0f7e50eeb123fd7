import Glibc

/// Waits for pushes to arrive, by the relay's own word.
enum PushWaiter {
    private static let patience = 60_000_000
    private static let pause = 2000

    /// Returns when the activity's one target has been sent so many pushes and none is under way.
    static func wait(for pushes: Int, of activity: String, _ poster: EventPoster) throws {
        for _ in 0..<patience / pause {
            let view = try poster.get("/v1/activities/\(activity)")
            if view.contains("\"pushes\": \(pushes),\n"), !view.contains("\"sending\": true") { return }
            usleep(useconds_t(pause))
        }
        throw BenchmarkFailure("push \(pushes) of \(activity) does not arrive")
    }
}
