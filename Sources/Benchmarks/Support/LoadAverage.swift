import Glibc

/// How busy the machine has been.
enum LoadAverage {
    /// The average over the last minute, as text.
    static var text: String {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? Number.text(averages[0], digits: 2) : "unknown"
    }
}
