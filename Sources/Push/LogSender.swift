public import ActivityResolver
import Dispatch
import Glibc
import JSON

/// Writes each push as a JSON line to a descriptor, standard output by default; whole lines in one write.
public final class LogSender: Sender {
    /// The descriptor of standard output.
    public static let standardOutput: Int32 = STDOUT_FILENO

    private let descriptor: Int32
    // Serial: lines keep their order, and a reader that does not read blocks nobody but the log.
    private let queue = DispatchQueue(label: "push.log")

    /// A log on `descriptor`, which stays the caller's to close.
    public init(descriptor: Int32 = standardOutput) {
        self.descriptor = descriptor
    }

    /// A log re-renders nothing by itself.
    public var kind: TargetKind { .plain }

    /// Writes the lines; a failing write (its reader is gone, its disk is full) is to be repeated.
    public func send(_ pushes: [Push], completion: @escaping @Sendable ([Outcome]) -> Void) {
        queue.async { [descriptor] in
            var writer = JSONWriter(capacity: pushes.count * 512)
            for push in pushes {
                writer.push(push)
                writer.newline()
            }
            let outcome = Self.write(writer.bytes, to: descriptor)
            completion(Array(repeating: outcome, count: pushes.count))
        }
    }

    /// Waits until the lines taken so far are written.
    public func drain() {
        queue.sync {}
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Outcome {
        guard let failure = WholeWrite.write(bytes, to: descriptor) else { return .ok }
        return .retry("cannot write to the log: \(String(cString: strerror(failure)))")
    }
}
