import JSON
import TestSupport
import Testing

/// What generation services really send, put into the relay's words by hand, and what the lock screen then shows.
@Suite(.timeLimit(.minutes(20))) struct `Backends` {
    /// A body of a service as it came.
    struct Body: Sendable {
        /// Seconds after the beginning.
        var at: Double
        /// The file, and which of its lines.
        var file: String
        var line = 0
        /// The event that the body is, with the instant it came at; nil: it says nothing.
        var event: @Sendable (JSONValue, Double) -> String?
    }

    /// What a push shows.
    struct Shown: Equatable, Sendable {
        var event: String
        var status: String
        var label: String
        var progress: Double
        var position: Int?
        /// Seconds after the beginning.
        var eta: Double?
        var title: String?

        init(
            _ event: String, _ status: String, _ label: String, _ progress: Double, position: Int? = nil,
            eta: Double? = nil, title: String? = nil
        ) {
            self.event = event
            self.status = status
            self.label = label
            self.progress = progress
            self.position = position
            self.eta = eta
            self.title = title
        }

        init(_ push: JSONValue) {
            let state = push["contentState"] ?? .null
            self.init(
                push.text("/event") ?? "", state.text("/status") ?? "", state.text("/displayStatus") ?? "",
                state.number("/progress") ?? -1, position: state.number("/queuePosition").map { Int($0) },
                eta: state.number("/estimatedCompletionDate").map { (($0 - begin) * 1000).rounded() / 1000 },
                title: state.text("/trackTitle"))
        }
    }

    /// Bodies that come one after another, and what is shown.
    struct Story: CustomTestStringConvertible, Sendable {
        var name: String
        var bodies: [Body]
        var shown: [Shown]
        var testDescription: String { name }
    }

    /// 2026-09-21T14:13:20Z
    static let begin = 1_790_000_000.0

    /// A text of the body as JSON.
    static func quoted(_ body: JSONValue, _ pointer: String) -> String {
        body.at(pointer)?.canonical ?? "null"
    }

    /// A number of the body.
    static func number(_ body: JSONValue, _ pointer: String) -> Double {
        body.number(pointer) ?? .nan
    }

    /// A service whose words are ours: id and status are passed on.
    @Sendable static func plain(_ body: JSONValue, _ at: Double) -> String? {
        #"{"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/status"))}"#
    }

    static let stories = [fal, falError] + others + pollers

    static let fal = Story(
        name: "fal.ai: third in line, then OK",
        bodies: [
            Body(at: 0, file: "fal-queue-in-queue.json") { body, _ in
                // Zero-based: 2 is the third.
                let position = number(body, "/queue_position") + 1
                return
                    #"{"conversionId":\#(quoted(body, "/request_id")),"status":\#(quoted(body, "/status")),"queuePosition":\#(position)}"#
            },
            Body(at: 60, file: "fal-webhook-ok.json", event: falEnd),
        ],
        shown: [
            Shown("start", "queued", "You're #3 in line", 0, position: 3), Shown("end", "completed", "Ready", 1),
        ])

    static let falError = Story(
        name: "fal.ai: OK without a result",
        bodies: [Body(at: 0, file: "fal-webhook-payload-error.json", event: falEnd)],
        shown: [Shown("end", "failed", "payload could not be encoded", 0)])

    @Sendable static func falEnd(_ body: JSONValue, _ at: Double) -> String? {
        let id = quoted(body, "/request_id")
        guard body.text("/status") == "OK", let error = body.text("/payload_error") else {
            return #"{"conversionId":\#(id),"type":"complete"}"#
        }
        return #"{"conversionId":\#(id),"type":"fail","displayStatus":\#(JSONValue.string(error).canonical)}"#
    }

    static let others = [
        Story(
            name: "Replicate: starting, succeeded",
            bodies: [
                Body(at: 1, file: "replicate-starting.json") { body, _ in
                    #"""
                    {"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/status")),
                     "startedAt":\#(quoted(body, "/created_at"))}
                    """#
                },
                Body(at: 45, file: "replicate-succeeded.json", event: plain),
            ],
            shown: [Shown("start", "starting", "Starting…", 0), Shown("end", "completed", "Ready", 1)]),
        Story(
            name: "RunPod: progress that comes after the end brings nothing back",
            bodies: (0...1).map { line in
                Body(at: Double(line), file: "runpod-late-progress.jsonl", line: line, event: plain)
            },
            shown: [Shown("end", "completed", "Ready", 1)]),
        Story(
            name: "RunPod: failed, tried again, completed",
            bodies: [
                Body(at: 0, file: "runpod-retry-in-queue.json") { body, _ in
                    #"{"conversionId":\#(quoted(body, "/id")),"status":"IN_PROGRESS"}"#
                },
                Body(at: 10, file: "runpod-retry-in-queue.json") { body, _ in
                    #"{"conversionId":\#(quoted(body, "/id")),"status":"TIMED_OUT"}"#
                },
                Body(at: 20, file: "runpod-retry-in-queue.json") { body, _ in
                    #"{"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/status")),"attempt":2}"#
                },
                Body(at: 80, file: "runpod-completed.json", event: plain),
            ],
            shown: [
                Shown("start", "generating", "Generating…", 0), Shown("end", "failed", "Failed", 0),
                // In line, but without a place: that is not the queue (Q2).
                Shown("start", "starting", "Starting…", 0), Shown("end", "completed", "Ready", 1),
            ]),
        Story(
            name: "Runway: pending, running",
            bodies: [
                Body(at: 0, file: "runway-pending.json", event: plain),
                Body(at: 10, file: "runway-running.json") { body, _ in
                    #"""
                    {"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/status")),
                     "progress":\#(number(body, "/progress"))}
                    """#
                },
            ],
            shown: [Shown("start", "starting", "Starting…", 0), Shown("update", "generating", "Generating…", 0.37)]),
        Story(
            name: "Luma: a word that nobody listed is shown as it is",
            bodies: [
                Body(at: 1, file: "luma-dreaming.json") { body, _ in
                    #"""
                    {"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/state")),
                     "startedAt":\#(quoted(body, "/created_at"))}
                    """#
                }
            ],
            shown: [Shown("start", "starting", "dreaming", 0)]),
        Story(
            name: "OpenAI video: queued at 0 percent",
            bodies: [Body(at: 0, file: "openai-video-queued.json", event: percent("", id: "/id"))],
            shown: [Shown("start", "starting", "Starting…", 0)]),
        Story(
            name: "Tripo: running at 42 percent with 30 s left",
            bodies: [
                Body(at: 5, file: "tripo-running.json") { body, at in
                    let eta = at + number(body, "/data/running_left_time")
                    return percent("/data", id: "/data/task_id", #","estimatedCompletionDate":\#(eta)"#)(body, at)
                }
            ],
            shown: [Shown("start", "generating", "Generating…", 0.42, eta: 35)]),
        Story(
            name: "midjourney-proxy: 46%",
            bodies: [
                Body(at: 0, file: "midjourney-proxy-task.json") { body, _ in
                    let percent = Double(body.text("/progress")?.dropLast() ?? "") ?? .nan
                    return #"""
                        {"conversionId":\#(quoted(body, "/id")),"status":\#(quoted(body, "/status")),
                         "progress":\#(percent / 100),"startedAt":\#(number(body, "/submitTime") / 1000)}
                        """#
                }
            ],
            shown: [Shown("start", "generating", "Generating…", 0.46)]),
        Story(
            name: "Kling: succeed",
            bodies: [
                Body(at: 98, file: "kling-callback-succeed.json") { body, _ in
                    let type = body.text("/task_status") == "succeed" ? "complete" : "update"
                    return #"""
                        {"conversionId":\#(quoted(body, "/task_id")),"type":"\#(type)",
                         "startedAt":\#(number(body, "/created_at") / 1000),
                         "occurredAt":\#(number(body, "/updated_at") / 1000)}
                        """#
                }
            ],
            shown: [Shown("end", "completed", "Ready", 1)]),
        Story(
            name: "Suno: 200 with the text alone is not done, complete is",
            bodies: [
                Body(at: 0, file: "suno-callback-text.json", event: suno),
                Body(at: 60, file: "suno-callback-complete.json", event: suno),
            ],
            shown: [
                Shown("start", "generating", "Text generated successfully.", 0),
                Shown("end", "completed", "Ready", 1, title: "Hafenlichter 🌊"),
            ]),
    ]

    /// A service that tells whole percents.
    static func percent(
        _ parent: String, id: String, _ more: String = ""
    ) -> @Sendable (JSONValue, Double) -> String? {
        { body, _ in
            #"""
            {"conversionId":\#(quoted(body, id)),"status":\#(quoted(body, "\(parent)/status")),
             "progress":\#(number(body, "\(parent)/progress") / 100)\#(more)}
            """#
        }
    }

    @Sendable static func suno(_ body: JSONValue, _ at: Double) -> String? {
        let id = quoted(body, "/data/task_id")
        if body.text("/data/callbackType") == "complete" {
            return #"{"conversionId":\#(id),"type":"complete","trackTitle":\#(quoted(body, "/data/data/0/title"))}"#
        }
        return #"{"conversionId":\#(id),"status":"generating","displayStatus":\#(quoted(body, "/msg"))}"#
    }

    static let pollers = [
        Story(
            name: "Gradio: third, then fourth in line, then it starts",
            bodies: (0...3).map { Body(at: Double($0) * 10, file: "gradio-queue.jsonl", line: $0, event: gradio) },
            shown: [
                Shown("start", "queued", "You're #3 in line", 0, position: 3),
                Shown("update", "queued", "You're #4 in line", 0, position: 4),
                Shown("update", "generating", "Generating…", 0, eta: 38.2),
            ]),
        Story(
            name: "ComfyUI: steps of nodes",
            bodies: (0...3).map {
                Body(at: Double($0) * 10, file: "comfyui-ws-progress-state.jsonl", line: $0, event: comfyUI)
            },
            shown: [
                Shown("start", "starting", "Starting…", 0), Shown("update", "generating", "Generating…", 0.25),
                Shown("update", "finalizing", "Finalizing…", 0.96),
            ]),
        Story(
            name: "Stable Diffusion web UI: stuck at 0.01, the remaining time stands still, the ring goes on",
            bodies: (0...2).map { index in
                Body(at: Double(index) * 10, file: "a1111-progress.json") { body, at in
                    #"""
                    {"conversionId":\#(quoted(body, "/state/job_timestamp")),"progress":\#(number(body, "/progress")),
                     "estimatedCompletionDate":\#(at + number(body, "/eta_relative"))}
                    """#
                }
            },
            // 10 of 71.9 s, then 20 of 81.9 s have elapsed (P3, P5).
            shown: [
                Shown("start", "starting", "Starting…", 0.01, eta: 71.9),
                Shown("update", "generating", "Generating…", 0.139, eta: 81.9),
                Shown("update", "generating", "Generating…", 0.2442, eta: 91.9),
            ]),
        Story(
            name: "AI Horde: sixth in line, no ETA is shown there",
            bodies: [
                Body(at: 0, file: "ai-horde-check.json") { body, at in
                    let isWaiting = number(body, "/waiting") > 0 && number(body, "/processing") == 0
                    let position = isWaiting ? number(body, "/queue_position") : 0
                    let eta = at + number(body, "/wait_time")
                    return #"{"conversionId":"horde-1","queuePosition":\#(position),"estimatedCompletionDate":\#(eta)}"#
                }
            ],
            shown: [Shown("start", "queued", "You're #6 in line", 0, position: 6)]),
    ]

    @Sendable static func gradio(_ body: JSONValue, _ at: Double) -> String? {
        let id = quoted(body, "/event_id")
        switch body.text("/msg") {
        case "estimation":
            let eta = body.number("/rank_eta").map { "\(at + $0)" } ?? "null"
            let position = number(body, "/rank") + 1
            return #"{"conversionId":\#(id),"queuePosition":\#(position),"estimatedCompletionDate":\#(eta)}"#
        case "process_starts":
            let eta = at + number(body, "/eta")
            return #"{"conversionId":\#(id),"status":"generating","estimatedCompletionDate":\#(eta)}"#
        default: return nil
        }
    }

    @Sendable static func comfyUI(_ body: JSONValue, _ at: Double) -> String? {
        let id = quoted(body, "/data/prompt_id")
        switch body.text("/type") {
        case "execution_start": return #"{"conversionId":\#(id),"type":"start"}"#
        case "progress_state":
            let nodes = body.at("/data/nodes")?.objectValue ?? []
            let done = nodes.reduce(0) { $0 + number($1.value, "/value") }
            let all = nodes.reduce(0) { $0 + number($1.value, "/max") }
            return #"{"conversionId":\#(id),"progress":\#(done / all)}"#
        default: return nil
        }
    }

    @Test(arguments: stories)
    func `a service's bodies, in our words, give an honest lock screen`(_ story: Story) throws {
        var recording: [UInt8] = []
        for body in story.bodies {
            let values =
                try body.file.hasSuffix(".jsonl")
                ? JSONLines.values(Fixtures.bytes("real-files/\(body.file)"))
                : [Fixtures.json("real-files/\(body.file)")]
            guard let event = body.event(values[body.line], Self.begin + body.at) else { continue }
            recording += JSONLines.line(JSONValue(#"{"at":\#(Self.begin + body.at),"event":\#(event)}"#))
        }
        let result = try CommandResult.of(["replay"], input: recording)
        #expect(result.code == 0)
        #expect(result.errors == [])
        let shown = result.output.map { Shown(JSONValue($0)) }
        #expect(shown.count == story.shown.count, "\(result.output)")
        for (got, want) in zip(shown, story.shown) {
            var got = got
            #expect(abs(got.progress - want.progress) <= 1.5e-4)
            got.progress = want.progress
            #expect(got == want)
        }
    }
}
