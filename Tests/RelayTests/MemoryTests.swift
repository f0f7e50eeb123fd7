import Glibc
import TestSupport
import Testing

@testable import Relay

/// Blocks of the C library's heap, all freed at once.
private func allocateAndFree(_ count: Int, _ bytes: Int) {
    let blocks = (0..<count).map { _ in
        let block = malloc(bytes)
        // What is not written takes no memory.
        if let block { memset(block, 1, bytes) }
        return block
    }
    for block in blocks { free(block) }
}

/// How the C library keeps memory, each in a process of its own.
@Suite struct `Memory kept` {
    private static let mebibyte = 1024 * 1024

    /// By itself the C library keeps twice the largest block that was ever mapped for itself, here 32 MiB.
    @Test func `what is free at a heap's end is given back, whatever was freed before`() async {
        await #expect(processExitsWith: .success) {
            Memory.keepSmall()
            allocateAndFree(1, 16 * Self.mebibyte)
            let before = ProcessFigures(of: getpid()).residentBytes
            allocateAndFree(24 * 16, Self.mebibyte / 16)
            let growth = ProcessFigures(of: getpid()).residentBytes - before
            precondition(growth < 4 * Self.mebibyte, "\(growth) bytes more")
        }
    }
}
