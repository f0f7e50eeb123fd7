import Crypto
import HTTPServer
import TestSupport
import Testing

@testable import Relay

/// The page at `/` as it is served.
@Suite struct `Dashboard page` {
    private let page = DashboardPage.shared
    private var text: String { String(decoding: page.body, as: UTF8.self) }

    /// What stands between the first `beginning` and the `end` after it.
    private func part(_ beginning: String, _ end: String) throws -> Substring {
        let from = try #require(text.firstRange(of: beginning)).upperBound
        let to = try #require(text[from...].firstRange(of: end)).lowerBound
        return text[from..<to]
    }

    private func source(_ part: Substring) -> String {
        "'sha256-\(Base64.standard.encode(SHA256.digest(Array(part.utf8))))'"
    }

    @Test func `its policy allows its own script and style and nothing else`() throws {
        let script = try part("<script type=\"module\">", "</script>")
        let style = try part("<style>", "</style>")
        #expect(script.utf8.count > 10_000 && style.utf8.count > 5_000)
        let policy = page.policy.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("script-src \(source(script))"))
        #expect(policy.contains("style-src \(source(style))"))
        #expect(policy.contains("connect-src 'self'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!page.policy.contains("unsafe"))
    }

    @Test func `nothing in it makes markup of text, or loads from elsewhere`() {
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", " style=\"",
            " onclick=", "src=\"", "@import", "fetch('http", " url(", ":url(", "/*style*/", "/*script*/",
        ] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.ranges(of: "<script").count == 1 && text.ranges(of: "</script").count == 1)
        #expect(text.ranges(of: "<style").count == 1 && text.ranges(of: "</style").count == 1)
    }

    @Test func `every file of the page is in it`() {
        let folder = Fixtures.folder + "/../../Sources/Relay/Dashboard/Page"
        let scripts = Fixtures.names(at: folder, ending: ".js")
        #expect(scripts.count > 5)
        for name in scripts + ["dashboard.css"] {
            let file = String(decoding: Fixtures.bytes("../../Sources/Relay/Dashboard/Page/\(name)"), as: UTF8.self)
            #expect(!file.isEmpty && text.contains(file), "\(name)")
        }
    }

    @Test func `it is answered with what keeps it apart, and not again to who has it`() {
        let answer = page.answer(ifNoneMatch: nil)
        #expect(answer.status == 200 && answer.body == page.body)
        #expect(answer.contentType == "text/html; charset=utf-8")
        let headers = Dictionary(answer.headers) { one, _ in one }
        #expect(headers["Content-Security-Policy"] == page.policy)
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Referrer-Policy"] == "no-referrer")
        #expect(headers["Cache-Control"] == "no-cache")
        #expect(headers["ETag"] == page.entityTag)
    }

    @Test(arguments: ["TAG", "W/TAG", "\"other\", TAG", "*"])
    func `who has it is told so`(_ field: String) {
        let tags = field.replacing("TAG", with: page.entityTag)
        let answer = page.answer(ifNoneMatch: tags)
        #expect(answer.status == 304 && answer.body.isEmpty)
        #expect(answer.headers.contains { $0 == ("ETag", page.entityTag) })
    }

    @Test(arguments: ["\"other\"", "", "TAGx"])
    func `another tag gets the page`(_ field: String) {
        #expect(page.answer(ifNoneMatch: field.replacing("TAG", with: page.entityTag)).status == 200)
    }
}
