import CCurl
import Glibc

/// A URL as libcurl reads it, so that what is checked is what is used.
public struct CurlURL: Equatable, Sendable {
    /// Why a URL is not taken.
    public struct Fault: Error, Equatable, Sendable {
        /// In plain words, without the URL: it may hold a secret.
        public var message: String
    }

    /// `https`, or `http` to this machine.
    public var scheme: String
    /// The host, an IPv6 address in brackets.
    public var host: String
    /// The port.
    public var port: Int
    /// Path and query as they are sent.
    public var target: String

    /// Reads a URL to push to: `https://…`, or `http://…` to this machine alone (contract, "Configuration").
    public init(_ text: String) throws(Fault) {
        guard let parts = curl_url() else { throw Fault(message: "libcurl has no memory for a URL") }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parts), let host = Self.part(CURLUPART_HOST, of: parts)
        else { throw Fault(message: "this is no URL: https://HOST/PATH") }
        guard Self.part(CURLUPART_USER, of: parts) == nil, Self.part(CURLUPART_PASSWORD, of: parts) == nil else {
            throw Fault(message: "a URL holds no name or password: secrets never stand in the file itself")
        }
        guard Self.part(CURLUPART_FRAGMENT, of: parts) == nil else {
            throw Fault(message: "a URL to push to has no fragment (#…)")
        }
        let standardPort = CURLU_DEFAULT_PORT
        guard let port = Self.part(CURLUPART_PORT, of: parts, UInt32(standardPort)).flatMap({ Int($0) }) else {
            throw Fault(message: "this is no URL of http or https")
        }
        let query = Self.part(CURLUPART_QUERY, of: parts).map { "?" + $0 } ?? ""
        self.scheme = scheme
        self.host = host
        self.port = port
        target = (Self.part(CURLUPART_PATH, of: parts) ?? "/") + query
        switch scheme {
        case "https": break
        case "http" where isLoopback: break
        case "http": throw Fault(message: "http:// goes to this machine only (127.0.0.1, [::1], localhost)")
        default: throw Fault(message: "this must be https://…, or http:// to this machine")
        }
    }

    private static func part(_ part: CURLUPart, of parts: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// Whether it is this machine.
    public var isLoopback: Bool {
        host.lowercased() == "localhost" || host == "[::1]" || LoopbackAddress.isIPv4(host)
    }
}
