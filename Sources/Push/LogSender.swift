public import ActivityResolver
import Dispatch
import Glibc
import JSON

// Whether a line is unfinished is known on the queue alone.
/// Writes each push as a JSON line to a descriptor, standard output by default; each line whole in one write.
public final class LogSender: Sender, @unchecked Sendable {
    /// The descriptor of standard output.
    public static let standardOutput: Int32 = STDOUT_FILENO

    private let descriptor: Int32
    // Serial: lines keep their order, and a reader that does not read blocks nobody but the log.
    private let queue = DispatchQueue(label: "push.log")
    private var isMidLine = false

    /// A log on `descriptor`, which stays the caller's to close.
    public init(descriptor: Int32 = standardOutput) {
        self.descriptor = descriptor
    }

    /// A log re-renders nothing by itself.
    public var kind: TargetKind { .plain }

    /// Writes the lines, each in one write; one that fails (its reader is gone, its disk is full) is to be repeated.
    public func send(_ pushes: [Push], completion: @escaping @Sendable ([Outcome]) -> Void) {
        queue.async { [self] in completion(pushes.map(write)) }
    }

    /// Waits until the lines taken so far are written.
    public func drain() {
        queue.sync {}
    }

    private func write(_ push: Push) -> Outcome {
        var writer = JSONWriter(capacity: 512)
        // What a failed write left unfinished must not swallow the next line.
        if isMidLine { writer.newline() }
        writer.push(push)
        writer.newline()
        let (written, failure) = WholeWrite.write(writer.bytes, to: descriptor)
        isMidLine = failure != nil && (written > 0 || isMidLine)
        guard let failure else { return .ok }
        return .retry("cannot write to the log: \(String(cString: strerror(failure)))")
    }
}
