import Dispatch
import Glibc
import Synchronization

/// Reads a pipe in the background and keeps its lines, or what else ends in a byte of its own.
public final class LineBuffer: Sendable {
    private struct State {
        var lines: [String] = []
        var rest: [UInt8] = []
        var isEnded = false
        var mustClose = false
        let ending: UInt8

        init(ending: UInt8) { self.ending = ending }

        mutating func take(_ piece: ArraySlice<UInt8>) {
            var piece = piece
            while let end = piece.firstIndex(of: ending) {
                lines.append(String(decoding: rest + piece[..<end], as: UTF8.self))
                rest = []
                piece = piece[(end + 1)...]
            }
            rest += piece
        }

        mutating func end() {
            if !rest.isEmpty { lines.append(String(decoding: rest, as: UTF8.self)) }
            rest = []
            isEnded = true
        }
    }

    /// What the reading thread shares with the buffer, so that it does not keep it alive.
    private final class Shared: Sendable {
        let state: Mutex<State>
        let changed = DispatchSemaphore(value: 0)

        init(ending: UInt8) { state = Mutex(State(ending: ending)) }
    }

    private let shared: Shared

    /// Reads `descriptor` from now on, and closes it at its end. `ending`: the byte that ends a line.
    init(reading descriptor: Int32, ending: UInt8 = UInt8(ascii: "\n")) {
        shared = Shared(ending: ending)
        DispatchQueue(label: "test.lines").async { [shared] in
            while Self.goesOn(descriptor, shared) {}
            Glibc.close(descriptor)
            shared.state.withLock { $0.end() }
            shared.changed.signal()
        }
    }

    deinit { shared.state.withLock { $0.mustClose = true } }

    /// Reads what is there; looks up now and then whether it is to end.
    private static func goesOn(_ descriptor: Int32, _ shared: Shared) -> Bool {
        if shared.state.withLock({ $0.mustClose }) { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20) > 0 else { return true }
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(descriptor, &piece, piece.count)
        if count < 0 { return errno == EINTR }
        shared.state.withLock { $0.take(piece[..<count]) }
        shared.changed.signal()
        return count > 0
    }

    /// Closes the reading end: who writes then finds nobody there. Returns when it is closed.
    public func close() {
        shared.state.withLock { $0.mustClose = true }
        wait { _ in false }
    }

    /// The lines so far.
    public var lines: [String] { shared.state.withLock { $0.lines } }

    /// The first line that `isWanted`, now or when it comes; nil where it does not come in time.
    public func line(
        within seconds: Double = TestClock.patience, where isWanted: (String) -> Bool
    ) -> String? {
        var seen = 0
        var found: String?
        wait(within: seconds) { lines in
            defer { seen = lines.count }
            found = lines[seen...].first(where: isWanted)
            return found != nil
        }
        return found
    }

    /// Waits until `holds` of the lines so far, or the end of the pipe, or the end of patience; whether it holds.
    @discardableResult
    public func wait(within seconds: Double = TestClock.patience, until holds: ([String]) -> Bool) -> Bool {
        let deadline = TestClock.now + seconds
        while true {
            let (lines, isEnded) = shared.state.withLock { ($0.lines, $0.isEnded) }
            if holds(lines) { return true }
            if isEnded || TestClock.now > deadline { return false }
            // Others may wait for the same lines and take the signal, so that none waits for long.
            _ = shared.changed.wait(timeout: .now() + .milliseconds(20))
        }
    }

    /// All lines, when the pipe has come to its end.
    public func all(within seconds: Double = TestClock.patience) -> [String] {
        wait(within: seconds) { _ in false }
        return lines
    }
}
