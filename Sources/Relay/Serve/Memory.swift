import CLinux

/// How the C library keeps memory.
enum Memory {
    /// Few arenas, given back early. Work moves from thread to thread with the queues; with an arena for each, as is
    /// usual, each would keep its own share of what was once needed.
    static func keepSmall() {
        clinux_keep_memory(arenas, trimmedBytes)
    }

    private static let arenas: Int32 = 2
    private static let trimmedBytes: Int32 = 128 * 1024
}
