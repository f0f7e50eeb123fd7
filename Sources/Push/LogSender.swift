package import ActivityResolver
import Dispatch
import Glibc
import JSON
import Synchronization

// Whom to tell, whether a line is unfinished and whether it is over are known on the queue alone.
/// Writes each push as a JSON line to a descriptor, standard output by default; each line whole in one write.
public final class LogSender: Sender, @unchecked Sendable {
    /// The descriptor of standard output.
    public static let standardOutput: Int32 = STDOUT_FILENO

    private let descriptor: Int32
    // Serial: lines keep their order, and a reader that does not read blocks nobody but the log.
    private let queue = DispatchQueue(label: "push.log")
    private var isMidLine = false
    private var isStopped = false
    private let written = DispatchSemaphore(value: 0)
    private let stopsAt = Mutex(DispatchTime.now())
    // In no `Mutex`: each look at a closure in a generic container wraps it once more, for good.
    private var report: (@Sendable ([PushResult]) -> Void)?

    /// A log on `descriptor`, which stays the caller's to close.
    public init(descriptor: Int32 = standardOutput) {
        self.descriptor = descriptor
    }

    /// A log re-renders nothing by itself.
    package var kind: TargetKind { .plain }

    /// There is no card behind a log.
    public var takesStartTokens: Bool { false }

    /// Takes note of whom to tell.
    public func start(report: @escaping @Sendable ([PushResult]) -> Void) {
        queue.sync { self.report = report }
    }

    /// Writes the lines, each in one write; one that fails (its reader is gone, its disk is full) is to be repeated.
    ///
    /// What comes after its end is not written, for nobody would learn of it: it stays owed.
    public func send(_ pushes: [Push]) {
        queue.async { [self] in
            if !isStopped { report?(pushes.map { PushResult(push: $0, outcome: write($0)) }) }
        }
    }

    /// The line.
    public func preview(_ push: Push) -> String {
        String(decoding: Self.line(push), as: UTF8.self)
    }

    /// Waits no longer than that for the lines taken so far to be written.
    public func stop(within seconds: Double) {
        stopsAt.withLock { $0 = .now() + seconds }
        queue.async { [self] in
            isStopped = true
            written.signal()
        }
    }

    /// Returns when they are written, or there is no time left.
    public func waitUntilStopped() {
        _ = written.wait(timeout: stopsAt.withLock { $0 })
    }

    /// `isAfterBroken`: whether what a failed write left unfinished is ended first, so that it does not swallow the line.
    private static func line(_ push: Push, isAfterBroken: Bool = false) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        if isAfterBroken { writer.newline() }
        writer.push(push)
        writer.newline()
        return writer.take()
    }

    private func write(_ push: Push) -> Outcome {
        let line = Self.line(push, isAfterBroken: isMidLine)
        let (written, failure) = WholeWrite.write(line, to: descriptor)
        isMidLine = failure != nil && (written > 0 || isMidLine)
        guard let failure else { return .ok }
        return .retry(Failure("cannot write to the log: \(String(cString: strerror(failure)))"))
    }
}
