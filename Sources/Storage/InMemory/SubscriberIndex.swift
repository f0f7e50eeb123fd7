/// One subscriber's rows in the orders in which they are asked for.
struct SubscriberIndex {
    /// A `precedes` and the number of the row that has it.
    private struct Preceding {
        var precedes: Double
        var number: Int64
    }

    /// By `precedes`, then number.
    private var preceding: [Preceding] = []
    /// Numbers of the rows that have a `shownUntil`, rising.
    private(set) var shown: [Int64] = []

    /// Whether there is nothing left to find.
    var isEmpty: Bool { preceding.isEmpty && shown.isEmpty }

    /// The highest `precedes` of a row other than that number.
    func highestPrecedes(except number: Int64?) -> Double? {
        preceding.last { $0.number != number }?.precedes
    }

    /// Enters what the row has to be found by.
    mutating func insert(_ row: ActivityRow) {
        if let precedes = row.precedes {
            preceding.insert(Preceding(precedes: precedes, number: row.number), at: place(precedes, row.number))
        }
        if row.shownUntil != nil {
            shown.insert(row.number, at: place(row.number))
        }
    }

    /// Takes out what `insert` entered for the same row.
    mutating func remove(_ row: ActivityRow) {
        if let precedes = row.precedes {
            preceding.remove(at: place(precedes, row.number))
        }
        if row.shownUntil != nil {
            shown.remove(at: place(row.number))
        }
    }

    private func place(_ precedes: Double, _ number: Int64) -> Int {
        preceding.partitionPoint { ($0.precedes, $0.number) < (precedes, number) }
    }

    private func place(_ number: Int64) -> Int {
        shown.partitionPoint { $0 < number }
    }
}

extension Array {
    /// Where the elements that `isBefore` holds for end; they all stand at the front.
    func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
