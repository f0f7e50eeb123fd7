import ActivityResolver
import JSON
import Telemetry

extension JSONWriter {
    /// Writes a content state as an app's mapping has it.
    mutating func contentState(_ state: ContentState, _ mapping: ContentStateMapping) {
        if mapping.isPlain { return contentState(state) }
        beginObject()
        for field in ContentStateField.allCases {
            guard let name = mapping.name(of: field) else { continue }
            write(field, of: state, as: name, mapping.dates)
        }
        if let extra = state.extra { rawMembers(of: extra.text) }
        endObject()
    }

    private mutating func write(
        _ field: ContentStateField, of state: ContentState, as name: String, _ dates: ContentStateMapping.Dates
    ) {
        switch field {
        case .status: text(name, state.status)
        case .displayStatus: text(name, state.displayStatus)
        case .progress:
            key(name)
            number(state.progress)
        case .estimatedCompletionDate: date(name, state.estimatedCompletionDate, dates)
        case .trackTitle: text(name, state.trackTitle)
        case .queuePosition:
            guard let position = state.queuePosition else { return }
            key(name)
            integer(position)
        case .staleAt: date(name, state.staleAt, dates)
        case .timer:
            guard let timer = state.timer else { return }
            key(name)
            self.timer(timer, dates)
        case .subtitle: text(name, state.subtitle)
        case .subtitleOverflow: text(name, state.subtitleOverflow)
        case .accentColor: text(name, state.accentColor)
        }
    }

    private mutating func text(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a timer, its instants as an app reads them.
    mutating func timer(_ timer: ActivityTimer, _ dates: ContentStateMapping.Dates) {
        beginObject()
        switch timer {
        case .countDown(let from, let until):
            member("mode", "countDown")
            date("from", from, dates)
            date("until", until, dates)
        case .countUp(let from):
            member("mode", "countUp")
            date("from", from, dates)
        case .paused(let elapsed):
            member("mode", "paused")
            member("elapsed", elapsed)
        }
        endObject()
    }

    private mutating func date(_ name: String, _ instant: Double?, _ dates: ContentStateMapping.Dates) {
        guard let instant else { return }
        key(name)
        switch dates {
        case .unix: number(instant)
        case .reference: number(Self.sinceReference(instant))
        case .iso8601: string(Timestamp.rfc3339(wholeSecondOf: instant))
        }
    }

    /// 2001-01-01T00:00:00Z in Unix seconds.
    private static let reference = 978_307_200.0

    /// Rounded to microseconds, which is as far as the subtraction is right.
    private static func sinceReference(_ instant: Double) -> Double {
        ((instant - reference) * 1e6).rounded() / 1e6
    }
}
