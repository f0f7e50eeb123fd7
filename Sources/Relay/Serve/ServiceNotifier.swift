import HTTPServer

/// Tells a service manager how the relay is: sd_notify's protocol, for units of `Type=notify` and `notify-reload`.
struct ServiceNotifier: Sendable {
    /// What it is told.
    enum State: Equatable, Sendable {
        /// Requests are served; after `reloading`: and the reload is over, whatever came of it.
        case ready
        /// The configuration is read anew, since this time of CLOCK_MONOTONIC, microseconds: a manager that asked for it
        /// (`Type=notify-reload`) tells by that which of its wishes is meant.
        case reloading(since: UInt64)
        /// The relay is on its way to its end.
        case stopping

        /// The message, in the words of sd_notify(3).
        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            case .stopping: "STOPPING=1"
            }
        }
    }

    /// The manager's socket; nil where nobody wants to be told.
    private let socket: String?

    /// Takes the socket from `NOTIFY_SOCKET`.
    init(_ environment: [String: String]) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Tells the manager, if there is one.
    func tell(_ state: State) throws(HTTPServerError) {
        if let socket { try UnixDatagram.send(state.text, to: socket) }
    }
}
