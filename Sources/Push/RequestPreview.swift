/// A request as a person reads it.
enum RequestPreview {
    /// Its first line, its header fields and its body, as they would be sent but for what only the connection decides.
    static func text(_ request: OutgoingRequest, _ settings: CurlSettings) -> String {
        var lines: [String] = []
        if let url = try? CurlURL(settings.url) {
            let standardPort = url.scheme == "https" ? 443 : 80
            lines.append("POST \(request.path ?? url.target) HTTP/\(url.scheme == "https" ? "2" : "1.1")")
            lines.append("Host: " + url.host + (url.port == standardPort ? "" : ":\(url.port)"))
        }
        lines.append("User-Agent: \(settings.userAgent)")
        lines += request.headers
        lines.append("Content-Length: \(request.body.count)")
        return lines.joined(separator: "\n") + "\n\n" + String(decoding: request.body, as: UTF8.self) + "\n"
    }
}
