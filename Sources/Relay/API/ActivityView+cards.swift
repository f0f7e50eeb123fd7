import ActivityResolver

/// Which cards are known of, and whether the activity's end has reached them.
extension ActivityView {
    private var hasEnded: Bool { state.activity.ending != nil }

    /// The card of a target that is pushed to.
    func card(_ delivery: Delivery, _ outlet: Outlet) -> TargetCard {
        if delivery.kind == .starts {
            guard delivery.isLive else { return TargetCard(text: "not started here") }
            return startedCard(on: outlet.registration?.deviceId, by: outlet.sender)
        }
        if !delivery.isLive, outlet.owed?.event == .end || outlet.sending?.event == .end {
            return TargetCard(end: hasEnded ? .waiting : nil, text: "its end is not delivered yet")
        }
        guard hasEnded else {
            return TargetCard(text: delivery.isLive ? nil : "not begun: the next push begins it")
        }
        if outlet.knowsEnd { return TargetCard(end: .arrived, text: "ended") }
        guard outlet.number > 0 else { return TargetCard(text: "not begun") }
        return TargetCard(end: .missed, text: "no end reached it: the push was dropped")
    }

    /// The card of a target that is pushed to no more.
    func card(_ target: RetiredTarget) -> TargetCard {
        if target.hasStarted { return startedCard(on: target.deviceId, by: target.sender) }
        guard hasEnded, target.deviceId == nil else { return TargetCard() }
        if target.knowsEnd { return TargetCard(end: .arrived, text: "ended") }
        guard target.number > 0 else { return TargetCard() }
        let why = target.reason == Registration.optedOut ? Registration.optedOut : "the target is dead"
        return TargetCard(end: .missed, text: "no end reached it: \(why)")
    }

    /// How far the end has come, by target; those to which there was nothing to end are left out.
    var ends: [(target: String, end: TargetCard.End)] {
        let live = zip(state.deliveries, state.outlets).map { ($0.target, card($0, $1).end) }
        let retired = state.retired.map { ($0.target, card($0).end) }
        return (live + retired).compactMap { target, end in end.map { (target, $0) } }
    }

    // MARK: Cards that were started by push

    /// A card that was started by push: its end goes to its own token.
    private func startedCard(on deviceId: String?, by sender: String) -> TargetCard {
        guard hasEnded else { return TargetCard(text: "started by push") }
        if let token = endedToken(on: deviceId, by: sender) {
            return TargetCard(end: .arrived, text: "started by push; ended by \(token)")
        }
        if let index = cardTokens(on: deviceId).first(where: { end(of: $0) == .waiting }) {
            let token = state.deliveries[index].target
            return TargetCard(end: .waiting, text: "started by push; its end goes to \(token), not delivered yet")
        }
        return TargetCard(
            end: .waiting,
            text: "started by push; its end goes to the card's own token, as soon as the app registers that")
    }

    /// The targets, by index, that are tokens of the card that a device shows.
    func cardTokens(on deviceId: String?) -> [Int] {
        guard let deviceId else { return [] }
        return state.deliveries.indices.filter { index in
            let delivery = state.deliveries[index]
            return delivery.kind == .rerenders && !state.outlets[index].isSpent && devices[delivery.target] == deviceId
        }
    }

    private func end(of index: Int) -> TargetCard.End? {
        card(state.deliveries[index], state.outlets[index]).end
    }

    /// The target by which a device's card has got its end.
    private func endedToken(on deviceId: String?, by sender: String) -> String? {
        if let index = cardTokens(on: deviceId).first(where: { end(of: $0) == .arrived }) {
            return state.deliveries[index].target
        }
        guard let deviceId else { return nil }
        return state.retired.first {
            $0.deviceId == nil && $0.knowsEnd && $0.sender == sender && devices[$0.target] == deviceId
        }?.target
    }
}
