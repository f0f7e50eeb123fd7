import TestSupport
import Testing

@testable import APNsSimulator

struct RefusalTests {
    /// A fault in a push, and the reason for which APNs refuses it.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reason: Reason
        var change: @Sendable (inout SentPush) -> Void

        init(_ words: String, _ reason: Reason, _ change: @escaping @Sendable (inout SentPush) -> Void) {
            testDescription = words
            self.reason = reason
            self.change = change
        }

        static func field(_ name: String, _ value: String?, _ reason: Reason) -> Case {
            Case("\(name): \(value?.prefix(70) ?? "missing")", reason) { $0.set(name, value) }
        }

        static func path(_ path: String, _ reason: Reason) -> Case {
            Case("path \(path.prefix(70))", reason) { $0.path = path }
        }
    }

    static let suffix = ".push-type.liveactivity"
    static let digits = SimulatedAPNs.token(1)

    static let paths: [Case] = [
        .path("/", .badPath), .path("/3/devices/\(digits)", .badPath), .path("/2/device/\(digits)", .badPath),
        .path("/3/device/\(digits)/x", .badPath), .path("/4/broadcasts/apps/com.example.app", .badPath),
        .path("/3/device/", .missingDeviceToken), .path("/3/device", .missingDeviceToken),
        .path("/3/device/abc", .badDeviceToken), .path("/3/device/\(digits)a", .badDeviceToken),
        .path("/3/device/\(digits.dropLast(2))zz", .badDeviceToken),
        .path("/3/device/\(String(repeating: "a", count: 62))", .badDeviceToken),
        .path("/3/device/\(String(repeating: "a", count: 514))", .badDeviceToken),
        .path("/3/device/\(digits.dropLast(2))é", .badDeviceToken),
    ]

    static let fields: [Case] = [
        .field("apns-id", "123E4567-E89B-12D3-A456-426614174000", .badMessageId),
        .field("apns-id", "", .badMessageId), .field("apns-id", "123e4567e89b12d3a456426614174000", .badMessageId),
        .field("apns-id", "123e4567-e89b-12d3-a456-42661417400g", .badMessageId),
        .field("apns-expiration", "-1", .badExpirationDate), .field("apns-expiration", "", .badExpirationDate),
        .field("apns-expiration", "1790000000.5", .badExpirationDate),
        .field("apns-expiration", "tomorrow", .badExpirationDate),
        .field("apns-expiration", "1790000000000000", .badExpirationDate),
        .field("apns-priority", "1", .badPriority), .field("apns-priority", "7", .badPriority),
        .field("apns-priority", "", .badPriority), .field("apns-priority", "010", .badPriority),
        .field("apns-push-type", "alert", .invalidPushType), .field("apns-push-type", nil, .invalidPushType),
        .field("apns-push-type", "LiveActivity", .invalidPushType),
        .field("apns-topic", nil, .missingTopic), .field("apns-topic", "", .missingTopic),
        .field("apns-topic", "com.example.app", .badTopic), .field("apns-topic", suffix, .badTopic),
        .field("apns-topic", "com.example.app.push-type.voip", .badTopic),
        .field("apns-topic", "com.example.stranger\(suffix)", .topicDisallowed),
        .field("apns-collapse-id", String(repeating: "c", count: 65), .badCollapseId),
        .field("authorization", nil, .missingProviderToken), .field("authorization", "", .missingProviderToken),
        .field("authorization", "bearer ", .missingProviderToken),
        .field("authorization", "basic abc", .missingProviderToken),
        .field("authorization", "bearer abc", .invalidProviderToken),
    ]

    static let others: [Case] = [
        Case("a GET", .methodNotAllowed) { $0.method = "GET" },
        Case("a field twice", .duplicateHeaders) { $0.fields.append(("apns-priority", "10")) },
        Case("no body", .payloadEmpty) { $0.body = "" },
        Case("a body of 4097 bytes", .payloadTooLarge) { $0.body = String(repeating: " ", count: 4097) },
    ]

    @Test(arguments: paths + fields + others) func `a push with a fault is refused as by APNs`(_ one: Case) throws {
        var line = try SimulatedLine()
        var push = line.push()
        one.change(&push)
        #expect(line.decide(push) == .answer(Answer(one.reason)))
        #expect(line.device()?.shown == nil)
        #expect(!line.connection.hasAccepted)
        #expect(line.simulator.statistics.accepted == 0)
        #expect(line.simulator.statistics.refused == [one.reason.rawValue: 1])
    }

    static let fine: [Case] = [
        .field("apns-id", nil, .badMessageId), .field("apns-expiration", nil, .badExpirationDate),
        .field("apns-expiration", "0", .badExpirationDate), .field("apns-priority", nil, .badPriority),
        .field("apns-priority", "5", .badPriority),
        .field("apns-topic", "com.example.other\(suffix)", .topicDisallowed),
        .field("apns-collapse-id", String(repeating: "c", count: 64), .badCollapseId),
        .path("/3/device/\(String(repeating: "AB", count: 32))", .badDeviceToken),
        Case("a body of 4096 bytes", .payloadTooLarge) { push in
            push.body += String(repeating: " ", count: 4096 - push.body.utf8.count)
        },
        Case("a field twice that nobody looks at", .duplicateHeaders) { $0.fields.append(("user-agent", "x")) },
        Case("BEARER", .missingProviderToken) { push in
            push.set("authorization", push.fields[0].value.replacing("bearer", with: "BEARER"))
        },
    ]

    @Test(arguments: fine) func `a push at the edge of what is right is taken`(_ one: Case) throws {
        var line = try SimulatedLine()
        var push = line.push()
        one.change(&push)
        #expect(line.decide(push) == .answer(.accepted))
        #expect(line.connection.hasAccepted)
        #expect(line.simulator.statistics.accepted == 1)
        #expect(line.objections == [])
    }

    @Test func `of several faults the first in APNs's order counts`() throws {
        var line = try SimulatedLine()
        var push = line.push("")
        let faults: [Case] = [
            .field("authorization", nil, .missingProviderToken),
            .field("apns-collapse-id", String(repeating: "c", count: 65), .badCollapseId),
            .field("apns-topic", nil, .missingTopic), .field("apns-push-type", "voip", .invalidPushType),
            .field("apns-priority", "9", .badPriority), .field("apns-expiration", "x", .badExpirationDate),
            .field("apns-id", "x", .badMessageId), Case("", .duplicateHeaders) { $0.fields.append(("apns-id", "y")) },
            .path("/3/device/x", .badDeviceToken), Case("", .methodNotAllowed) { $0.method = "PUT" },
        ]
        #expect(line.decide(push) == .answer(Answer(.payloadEmpty)))
        for fault in faults {
            fault.change(&push)
            #expect(line.decide(push) == .answer(Answer(fault.reason)))
        }
    }

    @Test func `a compressed push is refused and objected to`() throws {
        var line = try SimulatedLine()
        var push = line.push()
        push.set("content-encoding", "gzip")
        #expect(line.decide(push) == .answer(Answer(status: 400)))
        #expect(line.objections == [.contentEncoding("gzip")])
    }

    @Test func `a token stays with the topic of its first push`() throws {
        var line = try SimulatedLine()
        var push = line.push()
        #expect(line.decide(push) == .answer(.accepted))
        push.set("apns-topic", "com.example.other\(Self.suffix)")
        #expect(line.decide(push) == .answer(Answer(.deviceTokenNotForTopic)))
        push.path = "/3/device/\(SimulatedAPNs.token(2))"
        #expect(line.decide(push) == .answer(.accepted))
    }

    @Test func `upper and lower case are the same token`() throws {
        var line = try SimulatedLine()
        var push = line.push()
        _ = line.decide(push)
        push.path = "/3/device/\(SimulatedAPNs.token(1).uppercased())"
        _ = line.decide(push)
        #expect(line.simulator.devices.count == 1)
        #expect(line.device()?.pushes == 2)
    }

    @Test func `pushes to more tokens than are kept are answered all the same`() throws {
        var line = try SimulatedLine(mostTokens: 1)
        #expect(line.send(SimulatedLine.body(), token: 1) == .answer(.accepted))
        #expect(line.send(SimulatedLine.body(), token: 2) == .answer(.accepted))
        #expect(line.simulator.devices.count == 1)
        #expect(line.device(2) == nil)
    }

    /// The statuses of Apple's table.
    @Test(arguments: [
        (400, "BadCollapseId BadDeviceToken BadExpirationDate BadMessageId BadPriority BadTopic"),
        (400, "DeviceTokenNotForTopic DuplicateHeaders IdleTimeout InvalidPushType MissingDeviceToken"),
        (400, "MissingTopic PayloadEmpty TopicDisallowed"),
        (403, "BadCertificate BadCertificateEnvironment ExpiredProviderToken Forbidden InvalidProviderToken"),
        (403, "MissingProviderToken UnrelatedKeyIdInToken BadEnvironmentKeyIdInToken"), (404, "BadPath"),
        (405, "MethodNotAllowed"), (410, "ExpiredToken Unregistered"), (413, "PayloadTooLarge"),
        (429, "TooManyProviderTokenUpdates TooManyRequests"), (500, "InternalServerError"),
        (503, "ServiceUnavailable Shutdown"),
    ]) func `each reason has Apple's status`(status: Int, names: String) {
        for name in names.split(separator: " ") { #expect(Reason(rawValue: String(name))?.status == status) }
    }

    @Test func `an answer's body is Apple's`() {
        #expect(Answer.accepted.body == [])
        #expect(Answer(status: 502).body == [])
        #expect(String(decoding: Answer(.badTopic).body, as: UTF8.self) == #"{"reason":"BadTopic"}"#)
        let gone = Answer(status: 410, reason: "Unregistered", timestamp: 1_790_000_000_123)
        #expect(
            String(decoding: gone.body, as: UTF8.self) == #"{"reason":"Unregistered","timestamp":1790000000123}"#)
    }
}
