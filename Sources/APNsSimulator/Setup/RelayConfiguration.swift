import JSON

/// The relay's configuration with a sender that sends to the simulator.
struct RelayConfiguration {
    /// The team id.
    var teamId: String
    /// The key id.
    var keyId: String
    /// The key's file.
    var keyFile: String
    /// The app's bundle id.
    var bundleId: String
    /// The simulator's address.
    var url: String
    /// The certificate to trust.
    var caFile: String

    /// The file.
    var text: [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.key("senders")
        writer.beginObject()
        writer.key("log")
        writer.beginObject()
        writer.member("type", "log")
        writer.endObject()
        writer.key("apns")
        writer.beginObject()
        writer.member("type", "apns")
        writer.member("teamId", teamId)
        writer.member("keyId", keyId)
        writer.key("key")
        writer.beginObject()
        writer.member("file", keyFile)
        writer.endObject()
        writer.member("bundleId", bundleId)
        writer.member("url", url)
        writer.member("caFile", caFile)
        writer.endObject()
        writer.endObject()
        writer.member("defaultSender", "log")
        writer.endObject()
        writer.newline()
        return writer.take()
    }
}
