/// Why a server could not be made or could not listen.
public struct HTTPServerError: Error, CustomStringConvertible, Sendable, Equatable {
    /// A sentence for whoever runs the server, `cannot listen on 127.0.0.1:8080: address already in use`.
    public let description: String
    /// The system's error number; 0 if it did not come from a system call.
    public let code: Int32

    init(_ description: String, code: Int32 = 0) {
        self.description = description
        self.code = code
    }
}
