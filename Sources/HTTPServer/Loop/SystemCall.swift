import Glibc

/// How a system call ended.
enum SystemCall {
    case done(Int)
    case wouldBlock
    case failed(Int32)

    /// Calls again as long as a signal interrupts the call; to wait is a result, not an error.
    @inline(__always)
    init(_ body: () -> Int) {
        while true {
            let result = body()
            if result >= 0 {
                self = .done(result)
                return
            }
            let code = errno
            if code == EINTR { continue }
            self = code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .failed(code)
            return
        }
    }

    /// The result of a call that must succeed; `what` is named in the error.
    static func require(_ what: String, _ body: () -> Int32) throws(HTTPServerError) -> Int32 {
        switch SystemCall({ Int(body()) }) {
        case .done(let result): return Int32(result)
        case .wouldBlock: throw HTTPServerError("\(what): \(text(EAGAIN))", code: EAGAIN)
        case .failed(let code): throw HTTPServerError("\(what): \(text(code))", code: code)
        }
    }

    /// What the system says about an error, as part of a sentence: `address already in use`.
    static func text(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text).lowercased()
    }
}
