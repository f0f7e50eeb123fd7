/// Makes a history that shows a fault as short as it can.
enum Shrinker {
    /// The history without whatever it shows its fault without; `fails` says whether one still does.
    static func shrunk(_ history: History, _ fails: (History) -> Bool) -> History {
        var best = history
        var size = Int.max
        while size > weight(best) {
            size = weight(best)
            best = withoutSteps(best, fails)
            best = withoutMembers(best, fails)
            var plain = best
            plain.configuration = "{}"
            if best.configuration != "{}", fails(plain) { best = plain }
        }
        return best
    }

    private static func weight(_ history: History) -> Int {
        history.configuration.utf8.count + history.text.utf8.count
    }

    private static func withoutSteps(_ history: History, _ fails: (History) -> Bool) -> History {
        var best = history
        var size = best.steps.count / 2
        while size > 0 {
            var index = 0
            while index < best.steps.count {
                var next = best
                next.steps.removeSubrange(index..<min(index + size, best.steps.count))
                if !next.steps.isEmpty, fails(next) { best = next } else { index += size }
            }
            size /= 2
        }
        return best
    }

    private static func withoutMembers(_ history: History, _ fails: (History) -> Bool) -> History {
        var best = history
        for index in best.steps.indices {
            var member = 0
            while case .event(let told) = best.steps[index].deed, member < told.members.count {
                var members = told.members
                members.remove(at: member)
                var next = best
                if let event = try? ToldEvent(members) {
                    next.steps[index].deed = .event(event)
                    if fails(next) {
                        best = next
                        continue
                    }
                }
                member += 1
            }
        }
        return best
    }
}
