extension Array where Element == Double {
    /// The middle one, or the mean of the two in the middle; not a number where there is none.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
