public import ActivityResolver

/// A way out: hands pushes to a service and tells what became of them.
public protocol Sender: AnyObject, Sendable {
    /// What the resolver must know of the targets it serves.
    var kind: TargetKind { get }

    /// Sends the pushes, in order; never blocks the caller.
    ///
    /// `completion` is called with one outcome for each, in the same order, from any thread.
    func send(_ pushes: [Push], completion: @escaping @Sendable ([Outcome]) -> Void)

    /// Returns when all that was taken has been sent or given up.
    func drain()
}
