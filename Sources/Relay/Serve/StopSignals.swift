import Dispatch
import Glibc

/// The signals that stop or reload the relay, waited for instead of caught, so that none is lost or kills it meanwhile.
struct StopSignals: Sendable {
    private static let numbers = [SIGTERM, SIGINT, SIGHUP]

    /// Holds the signals back for this thread and all that are made from it: call it before there are others.
    init() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `body` with each signal that comes, from now on and for those that were held back.
    func forEach(_ body: @escaping @Sendable (Int32) -> Void) {
        // A thread of its own: it waits for ever.
        DispatchQueue(label: "signals").async {
            var set = Self.set
            var number: Int32 = 0
            while sigwait(&set, &number) == 0 { body(number) }
        }
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}
