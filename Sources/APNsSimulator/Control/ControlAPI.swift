import HTTPServer
import JSON

/// Answers the control port: shows what a simulator knows, and takes faults.
enum ControlAPI {
    /// The answer, and what is to be done to the connections.
    static func answer(
        _ request: ControlRequest, _ simulator: inout Simulator, now: Double
    ) -> (Response, ControlAction?) {
        switch ControlRoute.router.match(request.method, request.path) {
        case .found(.addFault, _): addFault(request.body, &simulator)
        case .found(.clearFaults, _): (done { simulator.faults.removeAll() }, nil)
        case .found(.reset, _): (done { simulator.reset() }, nil)
        case .found(.devices, _): (devices(simulator, now), nil)
        case .found(.device, let parameters): (device(parameters.first ?? "", simulator, now), nil)
        case .found(.pushes, _): (pushes(request.query, simulator), nil)
        case .found(.stats, _): (stats(simulator), nil)
        case .found(.objections, _): (objections(simulator), nil)
        case .found(.faults, _): (faults(simulator), nil)
        case .methodNotAllowed(let allow):
            (problem(405, "this path takes \(allow)", headers: [("Allow", allow)]), nil)
        case .notFound, .badPath:
            (problem(404, "there is nothing here; see apns-simulator --help"), nil)
        }
    }

    /// An answer that says what is wrong.
    static func problem(_ status: Int, _ words: String, headers: [(String, String)] = []) -> Response {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("error", words)
        writer.endObject()
        return response(status, writer.take(), headers: headers)
    }

    private static func done(_ body: () -> Void) -> Response {
        body()
        return Response(status: 204)
    }

    // MARK: Faults

    private static func addFault(_ body: [UInt8], _ simulator: inout Simulator) -> (Response, ControlAction?) {
        let order: FaultOrder
        do throws(JSONError) {
            order = try FaultReader.read(body)
        } catch {
            return (problem(400, error.description), nil)
        }
        switch order {
        case .streams(let count): return (Response(status: 204), .streams(count))
        case .accepting(let accepts): return (Response(status: 204), .accepting(accepts))
        case .plan(let fault):
            guard simulator.faults.add(fault) else {
                return (problem(400, "\(FaultPlan.most) faults wait already; DELETE /faults clears them"), nil)
            }
            return (Response(status: 204), nil)
        }
    }

    private static func faults(_ simulator: Simulator) -> Response {
        list("faults", simulator.faults.faults) { fault, writer in
            writer.member("token", fault.token?.text)
            writer.member("count", fault.count)
            writer.member("deed", fault.deed.words)
        }
    }

    // MARK: Devices

    private static func devices(_ simulator: Simulator, _ now: Double) -> Response {
        list("devices", simulator.devices.all) { device, writer in
            writer.member("token", device.token.text)
            writer.member("pushes", device.pushes)
            writer.member("event", device.shown?.event.rawValue)
            writer.member("timestamp", device.shown?.timestamp)
            writer.member("ended", device.endedAt != nil)
            writer.member("isStale", device.isStale(now: now))
        }
    }

    private static func device(_ text: String, _ simulator: Simulator, _ now: Double) -> Response {
        guard let token = DeviceToken(text.utf8) else {
            return problem(400, "a token is an even number of hexadecimal digits, 64 to 512")
        }
        guard let device = simulator.devices.device(token) else { return problem(404, "no push came for this token") }
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        device.writeMembers(topics: simulator.settings.bundleIds, now: now, to: &writer)
        writer.endObject()
        return response(200, writer.take())
    }

    // MARK: What came

    private static func pushes(_ query: String?, _ simulator: Simulator) -> Response {
        guard simulator.settings.recordedPushes > 0 else {
            return problem(404, "pushes are not kept: start apns-simulator with --record N")
        }
        guard let items = PercentCoding.queryItems(query ?? "") else { return problem(400, "the query is broken") }
        if let item = items.first(where: { $0.0 != "token" }) {
            return problem(400, "unknown parameter \"\(item.0)\"; there is token")
        }
        guard let text = items.first?.1 else { return pushes(simulator.devices.all.flatMap(\.records)) }
        guard let token = DeviceToken(text.utf8) else {
            return problem(400, "a token is an even number of hexadecimal digits, 64 to 512")
        }
        return pushes(simulator.devices.device(token)?.records ?? [])
    }

    private static func pushes(_ records: [PushRecord]) -> Response {
        list("pushes", records.sorted { $0.number < $1.number }) { record, writer in
            record.writeMembers(token: record.token, withPayload: true, to: &writer)
        }
    }

    private static func objections(_ simulator: Simulator) -> Response {
        list("objections", Array(simulator.objections.elements)) { entry, writer in
            writer.member("at", entry.at)
            writer.member("connection", entry.connection)
            writer.member("token", entry.token)
            writer.member("apnsId", entry.apnsId)
            writer.member("objection", entry.objection.description)
        }
    }

    private static func stats(_ simulator: Simulator) -> Response {
        let statistics = simulator.statistics
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("accepted", statistics.accepted)
        writer.key("answers")
        writer.beginObject()
        if statistics.accepted > 0 { writer.member("200", statistics.accepted) }
        for (name, count) in statistics.refused.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.integer(count)
        }
        writer.endObject()
        writer.member("objections", statistics.objections)
        writer.member("devices", simulator.devices.count)
        writer.member("connectionsOpened", statistics.connectionsOpened)
        writer.member("connectionsOpen", statistics.connectionsOpen)
        writer.member("providerTokens", simulator.tokens.seen)
        writer.member("mostInFlightPerToken", statistics.mostInFlightPerToken)
        writer.member("mostInFlightPerConnection", statistics.mostInFlightPerConnection)
        writer.member("streamsRefused", statistics.streamsRefused)
        writer.member("resetsReceived", statistics.resetsReceived)
        writer.endObject()
        return response(200, writer.take())
    }

    // MARK: Answers

    private static func list<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.key(name)
        writer.beginArray()
        for element in elements {
            writer.beginObject()
            write(element, &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return response(200, writer.take())
    }

    private static func response(_ status: Int, _ body: [UInt8], headers: [(String, String)] = []) -> Response {
        Response(
            status: status, contentType: "application/json", headers: headers, body: body + [UInt8(ascii: "\n")])
    }
}
