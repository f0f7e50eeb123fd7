/// What a benchmark found: a heading, and a line for each thing measured.
struct Table {
    /// A line of it.
    struct Row {
        var name: String
        /// What was measured, with its unit.
        var median: String
        /// What that is of the peer's.
        var ratio: Double?
        /// What was to be reached.
        var limit: Limit?
    }

    private static let titles = ["", "median", "ratio", "limit", ""]

    var heading: String
    private var rows: [Row] = []

    init(_ heading: String) {
        self.heading = heading
    }

    /// Adds a line.
    mutating func add(_ name: String, _ median: String, ratio: Double? = nil, limit: Limit? = nil) {
        rows.append(Row(name: name, median: median, ratio: ratio, limit: limit))
    }

    /// Whether all that was to be reached was.
    var isReached: Bool { rows.allSatisfy { $0.limit?.isReached ?? true } }

    /// Heading and lines as text, in columns.
    var text: String {
        let lines = [Self.titles] + rows.map(Self.cells)
        let widths = Self.titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let body = lines.map { cells in
            zip(cells, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 1 || column == 2 ? padding + cell.0 : cell.0 + padding
            }.joined(separator: "  ")
        }
        return ([heading] + body.map(Self.trimmed)).joined(separator: "\n") + "\n"
    }

    private static func cells(_ row: Row) -> [String] {
        let verdict = row.limit.map { $0.isReached ? "reached" : "NOT REACHED" } ?? ""
        let ratio = row.ratio.map { Number.text($0, digits: 3) } ?? ""
        return [row.name, row.median, ratio, row.limit?.text ?? "", verdict]
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
