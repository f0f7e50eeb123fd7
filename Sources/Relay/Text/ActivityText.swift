import ActivityResolver
import JSON
import Push

/// An activity as text for people: what it resolves to now and why, what the backend last said, what is due, where it
/// goes and what was last sent there.
struct ActivityText {
    let view: ActivityView
    private var page = TextPage()

    init(_ view: ActivityView) {
        self.view = view
    }

    /// The page's bytes.
    static func bytes(_ view: ActivityView) -> [UInt8] {
        var text = ActivityText(view)
        text.page.line(view.state.heading + ", \(PlainText.relative(view.state.activity.run.startedAt, to: view.now))")
        text.card()
        text.boundary()
        text.backend()
        text.due()
        text.targets()
        text.pushes()
        return text.page.bytes
    }

    private var activity: Activity { view.state.activity }

    private mutating func head(_ text: String) {
        page.gap()
        page.line(text)
    }

    /// A name, a value and a reason in columns.
    private mutating func row(_ name: String, _ value: String, _ why: String = "") {
        let start = "  " + DisplayWidth.padded(name, to: 10) + " " + DisplayWidth.padded(value, to: 28)
        page.line(why.isEmpty ? "  " + DisplayWidth.padded(name, to: 10) + " " + value : start + "  " + why, indent: 43)
    }

    // MARK: Parts

    private mutating func card() {
        let state = activity.contentState(at: view.now, view.rules)
        let why = Dictionary(
            activity.ending == nil ? activity.run.explanation(at: view.now, view.rules) : [],
            uniquingKeysWith: { first, _ in first })
        head("resolved now, at \(PlainText.clock(view.now))")
        rows(of: state, why)
        if let ending = activity.ending {
            row(
                "ended", "as \(ending.phase.rawValue) \(PlainText.relative(ending.at, to: view.now))",
                view.whyEnded(ending))
            dismissal(ending)
        }
    }

    /// When the card goes, which is so only where the end has arrived.
    private mutating func dismissal(_ ending: Ending) {
        let instant = PlainText.relative(ending.dismissalDate, to: view.now)
        let ends = view.ends
        let others = ends.filter { $0.end != .arrived }
        if others.count < ends.count {
            let names = PlainText.list(others.map(\.target))
            return row("card goes", instant, others.isEmpty ? "" : "no end has reached \(names)")
        }
        let verb = ending.dismissalDate > view.now ? "is to go" : "was to go"
        let yet = ends.contains { $0.end == .waiting } ? " yet" : ""
        row("card", "\(verb) \(instant)", "no end has reached a target\(yet)")
    }

    /// What a waiting boundary will bring, which the lock screen shows though app and backend be dead by then.
    private mutating func boundary() {
        guard let coming = view.atBoundary else { return }
        let boundary = coming.boundary
        head(
            "from the boundary on, \(PlainText.relative(boundary.at, to: view.now)), at \(PlainText.clock(boundary.at, from: view.now)) (B1)"
        )
        let why = Dictionary(coming.why, uniquingKeysWith: { first, _ in first })
        row("told", ContentStateText.told(coming.told, at: view.now), why["boundary"] ?? "")
        rows(of: coming.contentState, why)
        if let alert = boundary.alert {
            let texts = [alert.title, alert.body].compactMap(\.self).map { PlainText.quoted($0, atMost: 60) }
            row("alert", texts.joined(separator: ", "))
        }
    }

    private mutating func rows(of state: ContentState, _ why: [String: String]) {
        row("label", DisplayWidth.cut(PlainText.clean(state.displayStatus), to: 28), why["displayStatus"] ?? "")
        row("stage", state.status, why["status"] ?? "")
        row("ring", PlainText.percent(state.progress), why["progress"] ?? "")
        instant("ETA", state.estimatedCompletionDate, why["estimatedCompletionDate"])
        if let position = state.queuePosition { row("position", String(position)) }
        if let title = state.trackTitle { row("title", PlainText.quoted(title, atMost: 60)) }
        if let subtitle = state.subtitle {
            row("subtitle", PlainText.quoted(subtitle, atMost: 60), why["subtitle"] ?? "")
        }
        if let overflow = state.subtitleOverflow, overflow != state.subtitle {
            row("overflow", PlainText.quoted(overflow, atMost: 60))
        }
        if let color = state.accentColor { row("colour", PlainText.clean(color)) }
        if let extra = state.extra { row("extra", DisplayWidth.cut(PlainText.clean(extra.text), to: 60)) }
        if let timer = state.timer { row("timer", Self.text(timer, at: view.now), why["timer"] ?? "") }
        instant("stale", state.staleAt, why["staleAt"])
    }

    private mutating func instant(_ name: String, _ instant: Double?, _ why: String?) {
        guard instant != nil || why != nil else { return }
        let value =
            instant.map { "\(PlainText.relative($0, to: view.now)), \(PlainText.clock($0, from: view.now))" } ?? "none"
        row(name, value, why ?? "")
    }

    private static func text(_ timer: ActivityTimer, at now: Double) -> String {
        switch timer {
        case .countDown(_, let until): "counts down, over \(PlainText.relative(until, to: now))"
        case .countUp(let from): "counts up, began \(PlainText.relative(from, to: now))"
        case .paused(let elapsed): "paused at \(PlainText.span(elapsed))"
        }
    }

    private mutating func backend() {
        let run = activity.run
        guard activity.ending == nil else { return }
        head("backend, heard of \(PlainText.relative(run.lastEventAt, to: view.now))")
        if let status = run.backendStatus { row("status", PlainText.clean(status)) }
        if let words = run.words { row("words", PlainText.quoted(words.text)) }
        if let progress = run.lastTold { row("progress", PlainText.percent(progress)) }
        if let eta = run.estimatedCompletionDate {
            row("ETA", PlainText.relative(eta, to: view.now) + (run.fixedEnd ? ", a fixed end" : ""))
        }
        if let position = run.queuePosition { row("position", String(position)) }
        if let staleAt = run.ownStaleAt { row("stale", PlainText.relative(staleAt, to: view.now)) }
        if let attempt = activity.attempt { row("attempt", String(attempt)) }
        row("floor", PlainText.percent(Tolerance.emitted(run.floor)), "what was shown does not go back (P4)")
    }

    private mutating func due() {
        head("due")
        let next = view.next
        row(
            next.what, "\(PlainText.relative(next.at, to: view.now)), \(PlainText.clock(next.at, from: view.now))",
            next.why ?? "")
        if next.what != Timer.Kind.waiting.rawValue, let waiting = activity.cadence.waiting {
            let why = Why.waits(waiting.change.reason, isUrgent: waiting.change.isUrgent).text
            row("waiting", PlainText.relative(waiting.at, to: view.now), why)
        }
        if next.what != Timer.Kind.boundary.rawValue, let boundary = activity.run.boundary {
            row(
                "boundary",
                "\(PlainText.relative(boundary.at, to: view.now)), \(PlainText.clock(boundary.at, from: view.now))",
                "the backend's (B1)")
        }
    }

    private mutating func targets() {
        head("targets")
        if view.state.outlets.isEmpty && view.state.retired.isEmpty {
            page.line(view.state.wasRegistered ? "  none: each of its registrations was deleted" : "  none")
        }
        for (delivery, outlet) in zip(view.state.deliveries, view.state.outlets) {
            add(TargetText(view, delivery, outlet))
        }
        for target in view.state.retired { add(TargetText(view, target)) }
    }

    private mutating func add(_ target: TargetText) {
        page.line("  " + target.heading, indent: 4)
        for line in target.lines { page.line("    " + line, indent: 6) }
    }

    private mutating func pushes() {
        head("last pushes, oldest first")
        var timeline = TimelineText(page, view.explainer, start: activity.run.startedAt)
        for item in view.pushes { timeline.add(item) }
        page = timeline.page
        if view.pushes.isEmpty { page.line("  none is recorded") }
    }
}
