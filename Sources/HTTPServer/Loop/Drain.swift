/// A loop's way to its end: no connection is kept, and whoever waits for the last one is told.
struct Drain {
    /// When idle connections are closed, in nanoseconds of the monotonic clock.
    let closesIdleAt: Int64
    /// Called once no connection is left; nil when it was.
    var whenEmpty: (@Sendable () -> Void)?
}
