import Dispatch

extension DispatchTime {
    /// How many seconds have passed since this instant.
    var secondsSince: Double {
        Double(DispatchTime.now().uptimeNanoseconds - uptimeNanoseconds) / 1e9
    }
}
