import Synchronization

/// Sends pushes as POST requests through libcurl, on a thread of its own: one for each pool of connections, so that no pool
/// waits for another.
///
/// What is submitted waits in order; a request is composed when its transfer begins, so it is as new as it can be.
public final class CurlTransport: Sendable {
    /// A push and what came of its transfer.
    public typealias Finished = (push: Push, result: TransferResult)

    /// Makes a push's request, with one header field at least; throws where none can be made of it.
    public typealias Composer = @Sendable (Push, inout OutgoingRequest) throws(TransferFailure) -> Void

    private let inbox = TransportInbox()
    private let thread: Mutex<WorkerThread?>

    /// Starts the thread. Throws where libcurl or the thread cannot be had.
    ///
    /// - Parameters:
    ///   - settings: how it connects.
    ///   - compose: makes a push's request; called on the transport's thread.
    ///   - report: takes what is finished, as many at once as there are; called on the transport's thread.
    public init(
        _ settings: CurlSettings, compose: @escaping Composer,
        report: @escaping @Sendable ([Finished]) -> Void
    ) throws(CurlError) {
        let multi = try CurlMulti(connections: settings.connections, streams: settings.streams)
        // Handed over, not shared: the loop closes connections by letting go of their handle, which nobody else may keep.
        let loop = Mutex<CurlLoop?>(CurlLoop(settings, multi, inbox, compose: compose, report: report))
        let worker = try WorkerThread(name: "curl") {
            if var loop = loop.withLock({ $0.take() }) { loop.run() }
        }
        thread = Mutex(worker)
    }

    deinit {
        stop(within: 0)
        waitUntilStopped()
    }

    /// Sends the pushes, in order; never blocks.
    public func submit(_ pushes: [Push]) {
        inbox.submit(pushes)
    }

    /// Asks for new connections once what is under way is done; nothing else begins before. To be called while results are
    /// reported.
    func renewConnections() {
        inbox.renewConnections()
    }

    /// Lets it end when all that was submitted is sent and reported, or after so many seconds: what is then still to be
    /// sent or under way is reported as failed.
    public func stop(within seconds: Double) {
        inbox.stop(at: MonotonicClock.now() + seconds)
    }

    /// Returns when it has ended after a `stop`. Nothing is sent or reported afterwards.
    public func waitUntilStopped() {
        thread.withLock { $0.take() }?.join()
    }

    /// How many connections were made so far.
    public var connectionsMade: Int { inbox.connectionsMade }
}
