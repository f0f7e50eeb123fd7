import ActivityResolver
import JSON

extension ConfigurationReader {
    func readRules(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        let standard = Rules()
        let stages = readStages(&root) ?? standard.stages
        let queueLabel = root.text("queueLabel", standard.queueLabel.template) ?? standard.queueLabel.template
        let pausedLabel = root.text("pausedLabel", standard.pausedLabel)
        configuration.rules = Rules(
            policy: readPolicy(&root), stages: stages, queueLabel: QueueLabel(queueLabel), pausedLabel: pausedLabel)
    }

    private func readStages(_ root: inout ConfigurationSection) -> StageList? {
        guard let elements = root.list("stages") else { return nil }
        let stages = elements.map { path, value in
            var section = ConfigurationSection(source, path: path, value)
            defer { section.finish() }
            return readStage(&section)
        }
        do {
            return try StageList(stages)
        } catch {
            source.fault(error.index.map { "/stages/\($0)" } ?? "/stages", error.message)
            return nil
        }
    }

    private func readStage(_ section: inout ConfigurationSection) -> Stage {
        let id = section.text("id", nil) ?? ""
        if id.isEmpty { section.fault("id", "a stage needs an id") }
        let label = section.text("label", nil) ?? ""
        if label.isEmpty { section.fault("label", "a stage needs a label") }
        let terminal = section.text("terminal", nil)
        if let terminal, Terminal(rawValue: terminal) == nil {
            section.fault("terminal", "this must be completed, failed, cancelled or expired")
        }
        return Stage(
            id: id, label: label, from: section.optionalNumber("from", nil, 0...1),
            notBefore: section.optionalNumber("notBefore", nil, 0...1), aliases: section.texts("aliases"),
            terminal: terminal.flatMap(Terminal.init))
    }

    private func readPolicy(_ root: inout ConfigurationSection) -> Policy {
        var section = root.section("policy")
        var policy = Policy()
        policy.staleAfter = section.number("staleAfter", policy.staleAfter)
        policy.progressStep = section.number("progressStep", policy.progressStep, 0...1)
        policy.etaStep = section.number("etaStep", policy.etaStep)
        policy.minPushInterval = section.number("minPushInterval", policy.minPushInterval)
        policy.ordinaryInterval = section.number("ordinaryInterval", policy.ordinaryInterval)
        policy.nudgeStep = section.number("nudgeStep", policy.nudgeStep, 0.0001...1)
        policy.nudgeInterval = section.number("nudgeInterval", policy.nudgeInterval)
        policy.urgentPerHour = section.integer("urgentPerHour", policy.urgentPerHour, 0...3600)
        policy.silenceTimeout = section.number("silenceTimeout", policy.silenceTimeout)
        policy.queueTimeout = section.number("queueTimeout", policy.queueTimeout)
        policy.supersede = section.bool("supersede", policy.supersede)
        policy.maxLifetime = section.number("maxLifetime", policy.maxLifetime)
        policy.expectedDuration = section.optionalNumber("expectedDuration", policy.expectedDuration)
        policy.dismissAfter = readDismissAfter(&section)
        policy.retention = section.number("retention", policy.retention)
        section.finish()
        check(policy, section)
        return policy
    }

    private func readDismissAfter(_ parent: inout ConfigurationSection) -> Policy.DismissAfter {
        var section = parent.section("dismissAfter")
        var after = Policy.DismissAfter()
        after.completed = section.number("completed", after.completed)
        after.failed = section.number("failed", after.failed)
        after.cancelled = section.number("cancelled", after.cancelled)
        section.finish()
        return after
    }

    private func check(_ policy: Policy, _ section: ConfigurationSection) {
        let longest = max(policy.dismissAfter.completed, policy.dismissAfter.failed, policy.dismissAfter.cancelled)
        if policy.retention < longest {
            section.fault("retention", "a tombstone must outlive its card: at least \(LogText.number(longest)) s (X3)")
        }
        if policy.ordinaryInterval < policy.minPushInterval {
            source.note(
                section.pointer("ordinaryInterval"),
                "it is below minPushInterval and counts as \(LogText.number(policy.minPushInterval)) s")
        }
    }
}
