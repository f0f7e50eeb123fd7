import HTTPServer

/// What the control port serves.
enum ControlRoute: Sendable {
    case devices
    case device
    case pushes
    case stats
    case objections
    case faults
    case addFault
    case clearFaults
    case reset

    /// The routes by method and path.
    static let router: Router<ControlRoute> = {
        var router = Router<ControlRoute>()
        router.add(.get, "/devices", .devices)
        router.add(.get, "/devices/{token}", .device)
        router.add(.get, "/pushes", .pushes)
        router.add(.get, "/stats", .stats)
        router.add(.get, "/objections", .objections)
        router.add(.get, "/faults", .faults)
        router.add(.post, "/faults", .addFault)
        router.add(.delete, "/faults", .clearFaults)
        router.add(.post, "/reset", .reset)
        return router
    }()
}
