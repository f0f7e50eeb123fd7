import JSON
import Push

/// Reads the body of `POST /v1/registrations`; every fault names its place.
struct RegistrationDecoder: Sendable {
    /// The senders by name.
    let senders: [String: SenderTraits]

    private enum Field: Int, CaseIterable {
        case subscriberId, deviceId, conversionId, kind, sender, token, environment, attributesType
    }
    private static let table = JSONKeyTable(Field.allCases.map { "\($0)" })

    /// The request in a body.
    func decode(_ body: [UInt8]) throws(Problem) -> RegistrationRequest {
        var request: RegistrationRequest
        do {
            request = try read(body)
        } catch {
            throw Problem(error, in: body[...])
        }
        if let fault = fault(of: request) { throw fault }
        request.token = try normal(request.token, senders[request.sender]?.tokenForm ?? .free)
        return request
    }

    private func read(_ body: [UInt8]) throws(JSONError) -> RegistrationRequest {
        var reader = JSONReader(body)
        var subscriberId: String?
        var kind: Registration.Kind?
        var sender: String?
        var request = RegistrationRequest(subscriberId: "", kind: .update, sender: "")
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(Self.table, seen: &seen) {
            switch Field(rawValue: index) {
            case .subscriberId: subscriberId = try EventDecoder.identifier(&reader)
            case .deviceId: request.deviceId = try EventDecoder.identifier(&reader) ?? ""
            case .conversionId: request.conversionId = try conversionId(&reader)
            case .kind: kind = try word(&reader)
            case .sender: sender = try self.sender(&reader)
            case .token: request.token = try token(&reader)
            case .environment: request.environment = try word(&reader)
            case .attributesType: request.attributesType = try EventDecoder.identifier(&reader)
            case nil: break
            }
        }
        guard let subscriberId else { throw reader.faultInContainer("\"subscriberId\" is missing") }
        guard let kind else { throw reader.faultInContainer("\"kind\" is missing: update or start") }
        guard let sender else { throw reader.faultInContainer("\"sender\" is missing: \(known)") }
        request.subscriberId = subscriberId
        request.kind = kind
        request.sender = sender
        try reader.finish()
        return request
    }

    /// What is wrong with a request though each of its fields is right.
    private func fault(of request: RegistrationRequest) -> Problem? {
        switch (request.kind, request.conversionId) {
        case (.update, nil):
            Problem(status: 400, detail: "\"conversionId\" is missing: an update token is one activity's", pointer: "")
        case (.start, .some):
            Problem(
                status: 400, detail: "a start token is its device's, not one activity's: leave conversionId out",
                pointer: "/conversionId")
        case (.start, nil) where senders[request.sender]?.takesStartTokens != true:
            Problem(
                status: 400, detail: "the sender \"\(request.sender)\" makes no cards appear: its kind is update",
                pointer: "/kind")
        default: nil
        }
    }

    /// The token as its service has it.
    private func normal(
        _ token: RegistrationRequest.Token, _ form: TokenForm
    ) throws(Problem) -> RegistrationRequest.Token {
        guard case .new(let text) = token else { return token }
        guard let normal = form.normal(text) else {
            throw Problem(status: 400, detail: form.hint, pointer: "/token")
        }
        return .new(normal)
    }

    private var known: String { senders.keys.sorted().joined(separator: ", ") }

    private func conversionId(_ reader: inout JSONReader) throws(JSONError) -> String? {
        if try reader.readNull() { return nil }
        return try EventDecoder.conversionId(&reader, expected: nil)
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ reader: inout JSONReader
    ) throws(JSONError) -> Word where Word.RawValue == String {
        let text = try reader.readString()
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: " or ")
            throw reader.fault("\"\(LogText.shortened(text))\" is not \(known)")
        }
        return word
    }

    private func sender(_ reader: inout JSONReader) throws(JSONError) -> String {
        let name = try reader.readString()
        guard senders[name] != nil else {
            throw reader.fault("there is no sender \"\(LogText.shortened(name))\": \(known)")
        }
        return name
    }

    /// The longest token, bytes: no service's is so long.
    private static let longestToken = 4096

    private func token(_ reader: inout JSONReader) throws(JSONError) -> RegistrationRequest.Token {
        if try reader.readNull() { return .optOut }
        let token = try reader.readString()
        let isVisible = token.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        guard !token.isEmpty, token.utf8.count <= Self.longestToken, isVisible else {
            // Without its text: it may be a token, however broken.
            throw reader.fault("a token is 1 to \(Self.longestToken) visible characters; null opts out")
        }
        return .new(token)
    }
}
