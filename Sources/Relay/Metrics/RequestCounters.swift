import HTTPServer
import Telemetry

/// Requests by route and by the status of their answer.
final class RequestCounters: Sendable {
    /// All that the relay answers with, and those of the server for what it cannot read.
    static let statuses = [
        200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 417, 429, 431, 500, 501, 503, 505,
    ]
    /// What is answered where no route is found.
    static let statusesWithoutRoute = [204, 400, 404, 405, 408, 413, 414, 417, 431, 500, 501, 503, 505]

    // One row for each route and one for none; one column for each status and one for any other.
    private let counters = (0...Route.allCases.count).map { _ in (0...statuses.count).map { _ in Counter() } }
    private static let columns: [Int] = (0..<600).map { statuses.firstIndex(of: $0) ?? statuses.count }

    /// Counts an answer; nil: of no route.
    func count(_ route: Route?, _ status: Int) {
        let column = Self.columns.indices.contains(status) ? Self.columns[status] : Self.statuses.count
        counters[route?.rawValue ?? Route.allCases.count][column].add()
    }

    /// Writes the counts: those of statuses that a route may answer with, be they 0, and others that came.
    func write(to text: inout MetricText) {
        text.metric("relay_http_requests_total", .counter, "Requests answered, by route and status.")
        for route in Route.allCases {
            write(route.rawValue, "\(route.method.name) \(route.template)", route.statuses, &text)
        }
        write(Route.allCases.count, "none", Self.statusesWithoutRoute, &text)
    }

    private func write(_ row: Int, _ name: String, _ known: [Int], _ text: inout MetricText) {
        for (column, counter) in counters[row].enumerated() {
            let status = column < Self.statuses.count ? Self.statuses[column] : nil
            let count = counter.value
            guard count > 0 || status.map(known.contains) ?? false else { continue }
            text.sample(count, ("route", name), ("status", status.map(String.init) ?? "other"))
        }
    }
}
