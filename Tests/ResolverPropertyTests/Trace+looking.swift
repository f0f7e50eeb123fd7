import ActivityResolver
import Push

extension Trace {
    /// The first thing that is wrong with a moment, and when that is.
    func firstFault(_ fault: (Moment) -> String?) -> String? {
        for moment in moments {
            if let found = fault(moment) {
                return "at \(moment.at)\(moment.step.map { ", step \($0)" } ?? ""): \(found)"
            }
        }
        return nil
    }

    /// The first thing that is wrong with what anybody is shown at a moment, by a push or by asking.
    func firstShown(_ moment: Moment, _ fault: (ContentState, View, _ target: String) -> String?) -> String? {
        for push in moment.pushes {
            guard let view = moment.activities[push.conversionId] else { continue }
            if let found = fault(push.planned.contentState, view, push.planned.target) { return found }
        }
        for view in moment.activities.values {
            if let found = fault(view.shown, view, "") { return found }
        }
        return nil
    }
}
