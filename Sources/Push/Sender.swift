package import ActivityResolver

/// A way out: hands pushes to a service and tells what became of them.
package protocol Sender: AnyObject, Sendable {
    /// What the resolver must know of the targets it serves.
    var kind: TargetKind { get }

    /// Whether its service can make a card appear on a device by a push-to-start token.
    var takesStartTokens: Bool { get }

    /// How long after an activity's start a device is given to show its card by itself before it is started there by
    /// push, seconds, 0 or more.
    var startDelay: Double { get }

    /// Whether it pushes to registered places only, and has none of its own: it is then no default sender.
    var needsRegistration: Bool { get }

    /// What its service's tokens look like.
    var tokenForm: TokenForm { get }

    /// Makes ready to send; called once, before anything is sent.
    ///
    /// `report` is told of every push, once, in no order, from any thread. Throws where it cannot send at all.
    func start(report: @escaping @Sendable ([PushResult]) -> Void) throws

    /// Sends the pushes, those to one target in order; never blocks the caller.
    func send(_ pushes: [Push])

    /// Just what would be sent for a push, for a person to read; secrets and tokens are not whole in it.
    func preview(_ push: Push) -> String

    /// Lets the sender end once all that it has taken is sent, or after so many seconds; does not wait for that.
    func stop(within seconds: Double)

    /// Returns when it has ended after a `stop`: all that it had taken has then been reported, sent or given up.
    func waitUntilStopped()
}

extension Sender {
    /// 0: without start tokens there is nothing to wait for.
    public var startDelay: Double { 0 }

    /// It has a place of its own.
    public var needsRegistration: Bool { false }

    /// Its places have free names.
    public var tokenForm: TokenForm { .free }
}
