import JSON
import Push
import Storage
import Telemetry

/// A place to push to, as a device has registered it (contract, "Registration").
struct Registration: Equatable {
    /// What its token is for.
    enum Kind: String, CaseIterable {
        /// One activity's card.
        case update
        /// Making cards appear on the device.
        case start
    }

    /// Its public name, and that of the target; it stays over rotations of the token.
    var id: String
    var subscriberId: String
    var deviceId: String
    var kind: Kind
    /// The activity, for an update.
    var conversionId: String?
    var sender: String
    /// nil: there is none to push to, and `end` says why.
    var token: String?
    var environment = Environment.production
    var attributesType: String?
    /// When the token was last registered, Unix seconds.
    var registeredAt: Double
    /// When it ceases to hold unless its activity begins before, Unix seconds.
    var expires: Double?
    /// Why it is pushed to no more.
    var end: String?

    /// Why a device that opted out is pushed to no more.
    static let optedOut = "the device opted out"

    /// Why a device whose start token was deleted is pushed to no more.
    static let deleted = "its registration was deleted"

    /// The place it names; nil where it is pushed to no more.
    var place: Place? {
        token.map {
            Place(token: $0, environment: environment, attributesType: kind == .start ? attributesType : nil)
        }
    }
}

// MARK: - As the store keeps it

extension Registration {
    private enum Key: Int, CaseIterable { case token, environment, attributesType, end }
    private static let table = JSONKeyTable(Key.allCases.map { "\($0)" })

    /// The registration of a stored row. Throws where its body is none of ours.
    init(_ row: RegistrationRow) throws(JSONError) {
        self.init(
            id: row.id, subscriberId: row.subscriberId, deviceId: row.deviceId,
            kind: Kind(rawValue: row.kind) ?? .update, conversionId: row.conversionId, sender: row.sender,
            registeredAt: row.registeredAt, expires: row.expires)
        var reader = JSONReader(row.body, limits: JSONLimits(textBytes: 64 * 1024))
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(Self.table, seen: &seen) {
            let text = try reader.readString()
            switch Key(rawValue: index) {
            case .token: token = text
            case .environment: environment = Environment(rawValue: text) ?? .production
            case .attributesType: attributesType = text
            case .end: end = text
            case nil: break
            }
        }
        try reader.finish()
    }

    /// The row that the store keeps.
    var row: RegistrationRow {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("token", token)
        writer.member("environment", environment.rawValue)
        writer.member("attributesType", attributesType)
        writer.member("end", end)
        writer.endObject()
        return RegistrationRow(
            id: id, subscriberId: subscriberId, deviceId: deviceId, kind: kind.rawValue, conversionId: conversionId,
            sender: sender, body: writer.take(), registeredAt: registeredAt, expires: expires)
    }
}

// MARK: - As answers show it

extension JSONWriter {
    /// Writes a registration; its token is not whole in it.
    mutating func registration(_ registration: Registration) {
        beginObject()
        member("id", registration.id)
        member("subscriberId", registration.subscriberId)
        member("deviceId", registration.deviceId)
        member("conversionId", registration.conversionId)
        member("kind", registration.kind.rawValue)
        member("sender", registration.sender)
        member("token", registration.token.map { Redaction.token($0) })
        member("environment", registration.environment.rawValue)
        member("attributesType", registration.attributesType)
        member("state", registration.token == nil ? "dead" : "live")
        member("reason", registration.end)
        member("registeredAt", registration.registeredAt)
        member("expires", registration.expires)
        endObject()
    }
}
