/// The stages in order of rank, and the words that stand for them (L1).
///
/// Rank 0 is `queued`, which progress never reaches by itself.
public struct StageList: Equatable, Sendable {
    /// The id that the queue's stage must have.
    package static let queuedId = "queued"

    /// The stages of the work, by rank.
    public let stages: [Stage]
    private let endings: [Terminal: Stage]
    private let words: [String: StageMatch]
    /// What a stage list lacks; the configuration says where.
    public struct Fault: Error, Equatable, Sendable {
        /// Index into the list as configured, nil where the list as a whole is at fault.
        public let index: Int?
        /// One sentence.
        public let message: String
    }

    /// The list as configured; terminal stages that it lacks keep their defaults.
    ///
    /// Throws where there is no `queued`, no stage from 0, an alias stands twice or `from` does not rise.
    public init(_ configured: [Stage]) throws(Fault) {
        try Self.check(configured)
        let queued = configured.filter { $0.terminal == nil && $0.id == Self.queuedId }
        stages = queued + configured.filter { $0.terminal == nil && $0.id != Self.queuedId }
        var endings: [Terminal: Stage] = [:]
        for stage in Self.defaultEndings + configured {
            if let terminal = stage.terminal { endings[terminal] = stage }
        }
        self.endings = endings
        words = try Self.words(stages: stages, endings: endings, configured: configured)
    }

    private init(unchecked stages: [Stage], endings: [Stage]) {
        self.stages = stages
        var byTerminal: [Terminal: Stage] = [:]
        for stage in endings {
            if let terminal = stage.terminal { byTerminal[terminal] = stage }
        }
        self.endings = byTerminal
        words = (try? Self.words(stages: stages, endings: byTerminal, configured: [])) ?? [:]
    }

    /// The defaults of L1.
    public static let standard = StageList(unchecked: defaultStages, endings: defaultEndings)

    /// The default stages of the work.
    package static let defaultStages = [
        Stage(
            id: queuedId, label: "Queued", aliases: ["pending", "waiting", "inqueue", "created", "submitted"]),
        Stage(
            id: "starting", label: "Starting…", from: 0,
            aliases: ["preparing", "initializing", "booting", "warmingup"]),
        Stage(
            id: "generating", label: "Generating…", from: 0.05,
            aliases: ["processing", "running", "inprogress", "rendering", "active"]),
        Stage(
            id: "finalizing", label: "Finalizing…", from: 0.7, notBefore: 0.7,
            aliases: ["encoding", "uploading", "postprocessing"]),
    ]

    /// The default stages that end.
    package static let defaultEndings = [
        Stage(
            id: "completed", label: "Ready",
            aliases: ["complete", "succeeded", "success", "done", "finished", "ready"], terminal: .completed),
        Stage(id: "failed", label: "Failed", aliases: ["error", "failure", "timedout", "timeout"], terminal: .failed),
        Stage(id: "cancelled", label: "Cancelled", aliases: ["canceled", "aborted", "stopped"], terminal: .cancelled),
        Stage(id: "expired", label: "Timed out", terminal: .expired),
    ]

    /// What `status` stands for.
    package func match(_ status: String) -> StageMatch {
        words[status] ?? words[Self.normal(status)] ?? .unlisted
    }

    /// The rank of the stage with this id, if there is one.
    package func rank(ofId id: String) -> Int? {
        stages.firstIndex { $0.id == id }
    }

    /// The rank of the highest stage that this emitted progress reaches by itself (L2).
    func derivedRank(progress: Double) -> Int {
        stages.lastIndex { $0.from.map { $0 <= progress + Tolerance.progress } ?? false } ?? 0
    }

    /// From where on the next stage after that of this rank is reached by itself, if one is.
    func nextFrom(afterRank rank: Int) -> Double? {
        for stage in stages[min(rank + 1, stages.count)...] {
            if let from = stage.from { return from }
        }
        return nil
    }

    /// The stage shown at an ending of this kind.
    package func ending(_ terminal: Terminal) -> Stage {
        endings[terminal] ?? Stage(id: terminal.rawValue, label: terminal.rawValue, terminal: terminal)
    }

    /// Lower case, without `-`, `_` and spaces.
    package static func normal(_ word: String) -> String {
        if let plain = plainNormal(word) { return plain }
        return word.lowercased().filter { $0 != "-" && $0 != "_" && !$0.isWhitespace }
    }

    /// The same for a word of ASCII letters, which nearly all are; nil for any other.
    private static func plainNormal(_ word: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.utf8.count)
        for byte in word.utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            case 0x21..<0x7F: bytes.append(byte)
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func check(_ configured: [Stage]) throws(Fault) {
        let working = configured.filter { $0.terminal == nil }
        guard working.contains(where: { $0.id == queuedId }) else {
            throw Fault(index: nil, message: "a stage list needs a stage with the id \"queued\"")
        }
        guard working.contains(where: { $0.from == 0 }) else {
            throw Fault(index: nil, message: "a stage list needs one stage from 0")
        }
        for (index, stage) in configured.enumerated() {
            let aliases = stage.aliases.map(normal)
            if let twice = aliases.first(where: { alias in aliases.count { $0 == alias } > 1 }) {
                throw Fault(index: index, message: "the alias \"\(twice)\" is there twice")
            }
        }
        var highest: Double?
        for (index, stage) in configured.enumerated() where stage.terminal == nil {
            guard let from = stage.from else { continue }
            if let highest, from <= highest {
                throw Fault(index: index, message: "the stages' \"from\" must rise; \(from) follows \(highest)")
            }
            highest = from
        }
    }

    private static func words(
        stages: [Stage], endings: [Terminal: Stage], configured: [Stage]
    ) throws(Fault) -> [String: StageMatch] {
        var words: [String: StageMatch] = [:]
        func add(_ stage: Stage, _ match: StageMatch) throws(Fault) {
            for word in Set(([stage.id] + stage.aliases).map(normal)) {
                if let other = words[word], other != match {
                    let index = configured.firstIndex { $0.id == stage.id }
                    throw Fault(index: index, message: "\"\(word)\" stands for two stages")
                }
                words[word] = match
            }
        }
        for (rank, stage) in stages.enumerated() { try add(stage, .stage(rank: rank)) }
        for terminal in Terminal.allCases {
            guard let stage = endings[terminal] else { continue }
            if configured.contains(where: { $0.terminal == terminal }) || configured.isEmpty {
                try add(stage, .terminal(terminal))
            } else {
                // A default ending must not take a word away from a configured stage.
                for word in ([stage.id] + stage.aliases).map(normal) where words[word] == nil {
                    words[word] = .terminal(terminal)
                }
            }
        }
        return words
    }
}
