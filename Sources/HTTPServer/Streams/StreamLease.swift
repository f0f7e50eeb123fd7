/// Held as long as a streamed answer is under way; its end, whatever the way to it, is told once.
final class StreamLease: Sendable {
    private let whenOver: @Sendable () -> Void

    init(_ whenOver: @escaping @Sendable () -> Void) {
        self.whenOver = whenOver
    }

    deinit { whenOver() }
}
