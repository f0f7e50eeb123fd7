import CCurl

/// The libcurl that is loaded: its version, and what of it a sender misses.
public enum CurlLibrary {
    private static let isReady = ccurl_initialize() == CURLE_OK

    /// Makes the library ready, once; whoever makes a handle asks first. Throws where it cannot be used at all.
    static func prepare() throws(CurlError) {
        guard isReady else { throw CurlError("libcurl cannot be made ready (curl_global_init)") }
    }

    /// Its version, such as "8.14.1", and those of the libraries it stands on.
    public static var version: String {
        guard let text = curl_version() else { return "unknown" }
        return String(cString: text)
    }

    /// What it lacks of what senders need, in plain words; empty where all is there.
    public static var lacks: [String] {
        guard let info = ccurl_version_info()?.pointee else { return ["any account of itself"] }
        return lacks(version: info.version_num, features: info.features)
    }

    /// What a library of that version (0xMMmmpp) and those features lacks.
    static func lacks(version: UInt32, features: Int32) -> [String] {
        var lacks: [String] = []
        if version < oldest { lacks.append("what came with 7.88: it is too old to be relied on") }
        if version < wanted {
            lacks.append("HTTP/2 streams that end without a reset (8.5 or newer): a strict peer may close connections")
        }
        if features & CURL_VERSION_SSL == 0 { lacks.append("TLS") }
        if features & CURL_VERSION_HTTP2 == 0 { lacks.append("HTTP/2") }
        if features & CURL_VERSION_ASYNCHDNS == 0 { lacks.append("name look-ups that hold nobody up") }
        return lacks
    }

    private static let oldest: UInt32 = 0x07_58_00
    private static let wanted: UInt32 = 0x08_05_00
}
