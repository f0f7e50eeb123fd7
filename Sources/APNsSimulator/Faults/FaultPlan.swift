/// The faults that are to come.
struct FaultPlan: Sendable {
    /// The most that wait at once.
    static let most = 1000

    private(set) var faults: [Fault] = []

    /// A plan without faults.
    init() {}

    /// Adds one behind those that wait; false where there are too many.
    mutating func add(_ fault: Fault) -> Bool {
        guard faults.count < Self.most else { return false }
        faults.append(fault)
        return true
    }

    /// What becomes of a push for that token: the first fault that fits; nil where none does.
    mutating func next(for token: DeviceToken?) -> Fault.Deed? {
        guard !faults.isEmpty, let index = faults.firstIndex(where: { $0.token == nil || $0.token == token }) else {
            return nil
        }
        let deed = faults[index].deed
        if let count = faults[index].count {
            faults[index].count = count - 1
            if count <= 1 { faults.remove(at: index) }
        }
        return deed
    }

    /// Forgets them all.
    mutating func removeAll() { faults.removeAll() }
}
