import ActivityResolver
import HTTPServer
import Storage
import Telemetry

/// The answer to `GET /metrics` (contract, "Metrics").
struct MetricsPage {
    /// What was counted.
    let metrics: RelayMetrics
    /// How many activities are in each phase, and history entries; nil where the store cannot be read.
    let activities: [String: Int]?
    let historyEntries: Int?
    /// What else the store holds.
    let holdings: StoreHoldings
    /// Clients that are remembered for wrong credentials.
    let refusedClients: Int
    /// How large the store's files are.
    let files: StoreFiles?
    /// What waits.
    let load: EnginePump.Load
    /// Who follows activities.
    let streams: StreamCounts
    /// How many connections may be open.
    let mostConnections: Int
    /// Provider tokens made for APNs so far.
    let providerTokens: UInt64
    /// What the system tells.
    let process: ProcessReading

    /// All of it as text.
    func text() -> [UInt8] {
        var text = MetricText()
        text.metric("relay_build_info", .gauge, "1, with the version of this relay.")
        text.sample(1, ("version", Version.text))
        writeEvents(&text)
        writeSenders(&text)
        writeStore(&text)
        metrics.requests.write(to: &text)
        writeServer(&text)
        writeStreams(&text)
        writeProcess(&text)
        return text.bytes
    }

    private func writeEvents(_ text: inout MetricText) {
        text.metric("relay_events_total", .counter, "Events that were read or refused, by what became of them.")
        for (word, count) in metrics.events.counts { text.sample(count, ("outcome", word)) }
        text.metric(
            "relay_commit_seconds", .histogram, "Time of a batch: resolving its events, writing, and the commit.")
        text.sample(metrics.commitSeconds.snapshot)
        text.metric("relay_commit_failures_total", .counter, "Batches that the store did not take.")
        text.sample(metrics.commitFailures.value)
        text.metric("relay_backlog", .gauge, "Events and other commands that wait for the engine.")
        text.sample(load.waiting)
        text.metric("relay_backlog_limit", .gauge, "So many waiting, and requests are answered 503.")
        text.sample(load.mostWaiting)
    }

    private func writeSenders(_ text: inout MetricText) {
        let senders = metrics.senders
        text.metric("relay_pushes_total", .counter, "Attempts to push, by sender, event and what became of them.")
        for (name, sender) in senders {
            for (event, outcome, count) in sender.pushes.counts {
                text.sample(count, ("sender", name), ("event", event), ("outcome", outcome))
            }
        }
        text.metric("relay_push_seconds", .histogram, "Time of an attempt to push, from its decision to its outcome.")
        for (name, sender) in senders { text.sample(sender.seconds.snapshot, ("sender", name)) }
        text.metric("relay_tokens_dropped_total", .counter, "Tokens that a service called dead, by its reason.")
        for (name, sender) in senders {
            for (reason, count) in sender.tokensDropped.counts {
                text.sample(count, ("sender", name), ("reason", reason))
            }
        }
        text.metric(
            "relay_pushes_waiting", .gauge,
            "Pushes handed to a sender and not settled, and activities of which a push is kept back.")
        text.sample(Int64(load.underWay) + senders.reduce(0) { $0 + $1.metrics.held.value })
        text.metric("relay_pushes_under_way_limit", .gauge, "So many handed over, and requests are answered 503.")
        text.sample(load.mostUnderWay)
        writeBreakers(senders, &text)
        text.metric("relay_provider_tokens_total", .counter, "Provider tokens made for APNs.")
        text.sample(providerTokens)
    }

    private func writeBreakers(_ senders: [(name: String, metrics: SenderMetrics)], _ text: inout MetricText) {
        text.metric("relay_breaker_open", .gauge, "1 while a sender's service or key takes no push.")
        for (name, sender) in senders {
            text.sample(sender.serviceBreaker.value, ("sender", name), ("scope", "service"))
            text.sample(sender.keyBreaker.value, ("sender", name), ("scope", "key"))
        }
        text.metric("relay_pushes_held", .gauge, "Activities of which an open breaker keeps a push back.")
        for (name, sender) in senders { text.sample(sender.held.value, ("sender", name)) }
    }

    private func writeStore(_ text: inout MetricText) {
        text.metric("relay_store_up", .gauge, "1 if the store could be written the last time, and can be read.")
        text.sample(load.isStoreWritable && activities != nil ? 1 : 0)
        if let activities {
            text.metric(
                "relay_activities", .gauge, "Activities by phase; those that are over or deleted are kept for a time.")
            for phase in Phase.allCases { text.sample(activities[phase.rawValue] ?? 0, ("phase", phase.rawValue)) }
        }
        if let historyEntries {
            text.metric("relay_history_entries", .gauge, "Entries of the history of all activities.")
            text.sample(historyEntries)
        }
        text.metric("relay_registrations", .gauge, "Registrations that are kept, and start tokens among them.")
        text.sample(holdings.registrations)
        text.metric("relay_event_ids", .gauge, "eventIds that are remembered for all activities.")
        text.sample(holdings.eventIds)
        guard let files else { return }
        text.metric("relay_store_bytes", .gauge, "Size of the database without its log.")
        text.sample(files.databaseBytes)
        text.metric(
            "relay_store_log_bytes", .gauge, "Size of the write-ahead log's file, which is used anew from its start.")
        text.sample(files.logBytes)
        text.metric("relay_store_checkpoints_total", .counter, "How often all of the log was moved into the database.")
        text.sample(files.checkpoints)
    }

    private func writeServer(_ text: inout MetricText) {
        text.metric("relay_http_connections", .gauge, "Connections that are open.")
        text.sample(metrics.server.openConnections)
        text.metric("relay_http_connections_limit", .gauge, "How many connections may be open.")
        text.sample(mostConnections)
        text.metric("relay_http_connections_accepted_total", .counter, "Connections that came.")
        text.sample(metrics.server.acceptedConnections)
        text.metric("relay_http_connections_refused_total", .counter, "Connections turned away with a 503.")
        text.sample(metrics.server.refusedConnections)
        text.metric("relay_refused_clients", .gauge, "Clients that are remembered for wrong credentials.")
        text.sample(refusedClients)
        text.metric("relay_http_requests_open", .gauge, "Requests that were read and are not answered yet.")
        text.sample(metrics.server.openExchanges)
        text.metric(
            "relay_http_held_bytes", .gauge, "Bytes held for connections: requests, bodies promised, answers waiting.")
        text.sample(metrics.server.heldBytes)
        text.metric("relay_http_held_bytes_limit", .gauge, "How many bytes may be held for all connections.")
        text.sample(ServerLimits().heldBytes)
        text.metric("relay_http_no_room_total", .counter, "Requests answered 503 since too many bytes were held.")
        text.sample(metrics.server.requestsWithoutRoom)
    }

    private func writeStreams(_ text: inout MetricText) {
        text.metric("relay_streams", .gauge, "Streams that are open.")
        text.sample(streams.open)
        text.metric("relay_streams_cut_total", .counter, "Streams that were ended before what they follow, by why.")
        text.sample(metrics.server.slowStreams, ("reason", "slow"))
        text.sample(streams.behind, ("reason", "behind"))
        text.sample(metrics.server.expiredStreams, ("reason", "expired"))
        text.sample(streams.revoked, ("reason", "revoked"))
    }

    private func writeProcess(_ text: inout MetricText) {
        if let seconds = process.cpuSeconds {
            text.metric("process_cpu_seconds_total", .counter, "Processor time, user and system, in seconds.")
            text.sample(seconds)
        }
        if let bytes = process.residentBytes {
            text.metric("process_resident_memory_bytes", .gauge, "Memory in use, in bytes.")
            text.sample(bytes)
        }
        if let count = process.openDescriptors {
            text.metric("process_open_fds", .gauge, "Open file descriptors.")
            text.sample(count)
        }
        if let count = process.mostDescriptors {
            text.metric("process_max_fds", .gauge, "How many file descriptors may be open.")
            text.sample(count)
        }
        if let instant = process.startTime {
            text.metric("process_start_time_seconds", .gauge, "When the process began, Unix seconds.")
            text.sample(instant)
        }
    }
}
