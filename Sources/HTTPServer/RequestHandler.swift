/// What serves requests. Called on a loop's queue only, so it must not block.
public protocol RequestHandler: AnyObject, Sendable {
    /// Says from the head alone what becomes of a request, before its body is read.
    func decide(_ head: RequestHead) -> HeadDecision

    /// Takes a request. It is answered through `exchange`, now or later, once, from any thread.
    func handle(_ request: Request, _ exchange: Exchange)

    /// Called once after each round of the loop in which `handle` was called: the place to hand a batch over.
    func roundEnded()

    /// The answer to a fault that the server itself finds: 400, 408, 413, 414, 417, 431, 501, 503, 505.
    ///
    /// A 503 should say when to try again (`Retry-After`). `head` is nil where none was read.
    func problem(status: Int, detail: String, to head: RequestHead?) -> Response
}
