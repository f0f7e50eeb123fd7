import HTTPServer

/// Tells a service manager how the relay is: sd_notify's protocol, for units of `Type=notify`.
struct ServiceNotifier: Sendable {
    /// What it is told.
    enum State: String, Sendable {
        /// Requests are served.
        case ready = "READY=1"
        /// The relay is on its way to its end.
        case stopping = "STOPPING=1"
    }

    /// The manager's socket; nil where nobody wants to be told.
    private let socket: String?

    /// Takes the socket from `NOTIFY_SOCKET`.
    init(_ environment: [String: String]) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Tells the manager, if there is one.
    func tell(_ state: State) throws(HTTPServerError) {
        if let socket { try UnixDatagram.send(state.rawValue, to: socket) }
    }
}
