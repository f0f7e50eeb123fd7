import Crypto
import HTTPServer

/// The page at `/`: one document that loads nothing else and reads the relay by `fetch`.
///
/// It holds no data and needs no token. Its script and its style are in it, and the Content-Security-Policy names them by
/// their hashes, so that no other script runs whatever a title or an id says.
struct DashboardPage {
    /// The document.
    let body: [UInt8]
    /// Its entity tag, with its quotes: it changes with the document alone.
    let entityTag: String
    /// What the page may do.
    let policy: String

    /// The relay's own.
    static let shared = DashboardPage(
        document: PackageResources.dashboard_html, style: PackageResources.dashboard_css, scripts: scripts)

    /// One module in several files, each of which may use those before it as it loads.
    private static let scripts = [
        PackageResources.page_text_js, PackageResources.page_access_js, PackageResources.page_stream_js,
        PackageResources.page_ring_js, PackageResources.page_list_js, PackageResources.page_card_js,
        PackageResources.page_story_js, PackageResources.page_curve_js, PackageResources.page_timeline_js,
        PackageResources.page_detail_js, PackageResources.page_main_js,
    ]

    /// A page of a document, in which `/*style*/` and `/*script*/` stand for the others.
    init(document: [UInt8], style: [UInt8], scripts: [[UInt8]]) {
        let script = Array(scripts.joined(separator: [UInt8(ascii: "\n")]))
        body = Self.document(document, ["/*style*/": style, "/*script*/": script])
        entityTag = "\"\(Base64.url.encode(Array(SHA256.digest(body).prefix(12))))\""
        policy = Self.policy(style: style, script: script)
    }

    private static func document(_ document: [UInt8], _ parts: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
        var text = document
        for (mark, part) in parts {
            guard let range = text.firstRange(of: Array(mark.utf8)) else { continue }
            text.replaceSubrange(range, with: part)
        }
        return text
    }

    /// Nothing but its own script and style, and requests to this relay (CSP Level 3; Trusted Types: no text becomes
    /// markup).
    private static func policy(style: [UInt8], script: [UInt8]) -> String {
        [
            "default-src 'none'", "script-src \(source(script))", "style-src \(source(style))", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    private static func source(_ bytes: [UInt8]) -> String {
        "'sha256-\(Base64.standard.encode(SHA256.digest(bytes)))'"
    }

    // MARK: Answering

    /// The page, or 304 where whoever asks has it. `ifNoneMatch`: that field of the request (RFC 9110, section 13.1.2).
    func answer(ifNoneMatch: String?) -> Response {
        let isKnown = ifNoneMatch.map(isListed) ?? false
        return Response(
            status: isKnown ? 304 : 200, contentType: isKnown ? nil : "text/html; charset=utf-8", headers: headers,
            body: isKnown ? [] : body)
    }

    private var headers: [(String, String)] {
        [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("ETag", entityTag), ("Cache-Control", "no-cache"),
        ]
    }

    private func isListed(_ tags: String) -> Bool {
        tags.split(separator: ",").contains { tag in
            let tag = tag.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == entityTag
        }
    }
}
