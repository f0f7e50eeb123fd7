import Push
import Testing

/// The URLs that are pushed to.
@Suite struct CurlURLTests {
    @Test(arguments: [
        ("https://example.com", "example.com", 443, "/"),
        ("https://Example.com:8443/a/b?c=d", "Example.com", 8443, "/a/b?c=d"),
        ("http://127.0.0.1:9000/hook", "127.0.0.1", 9000, "/hook"), ("http://[::1]/", "[::1]", 80, "/"),
        ("http://localhost/x", "localhost", 80, "/x"),
    ])
    func `is read as it is used`(_ text: String, _ host: String, _ port: Int, _ target: String) throws {
        let url = try CurlURL(text)
        #expect(url.host == host && url.port == port && url.target == target)
        #expect(url.isLoopback == (host != "example.com" && host != "Example.com"))
    }

    @Test(arguments: [
        ("", "this is no URL"), ("example.com/x", "no URL"), ("https://", "no URL"), ("https://a b/", "no URL"),
        ("ftp://example.com/", "this must be https"), ("file:///etc/passwd", "https"),
        ("http://example.com/", "this machine only"), ("http://127.0.0.1.example.com/", "this machine only"),
        ("http://10.0.0.1/", "this machine only"), ("https://me:word@example.com/", "secrets never stand"),
        ("https://me@example.com/", "secrets never stand"), ("https://example.com/#part", "no fragment"),
    ])
    func `is refused in plain words without being repeated`(_ text: String, _ words: String) {
        let fault = #expect(throws: CurlURL.Fault.self) { try CurlURL(text) }
        #expect(fault?.message.contains(words) == true, "\(fault?.message ?? "")")
        #expect(fault?.message.contains("word@") == false)
    }
}
