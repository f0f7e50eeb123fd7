import Testing

@testable import Telemetry

@Suite struct SecretTests {
    private struct Holder {
        var key = Secret("hunter2hunter2")
        var keys = [Secret("hunter2hunter2")]
        var perhaps: Secret? = Secret("hunter2hunter2")
    }

    @Test("a secret prints as redacted, alone, in something, and dumped")
    func redacted() {
        let secret = Secret("hunter2hunter2")
        #expect("\(secret)" == "<REDACTED>")
        #expect(String(reflecting: secret) == "<REDACTED>")
        #expect(Mirror(reflecting: secret).children.isEmpty)
        var dumped = ""
        dump(Holder(), to: &dumped)
        for text in ["\(Holder())", String(reflecting: Holder()), dumped] {
            #expect(!text.contains("hunter2"))
            #expect(text.contains("<REDACTED>"))
        }
        #expect(secret.reveal() == "hunter2hunter2")
    }

    @Test("secrets are equal if their bytes are")
    func equality() {
        #expect(Secret("abc") == Secret("abc"))
        for other in ["", "ab", "abcd", "abd", "xbc"] { #expect(Secret("abc") != Secret(other)) }
        #expect(Secret("é") != Secret("e\u{301}"))
    }

    @Test("of a token the beginning is shown, of a short one less")
    func token() {
        #expect(Redaction.token("0123456789abcdef") == "01234567…")
        #expect(Redaction.token("0123456789abcdef0123") == "01234567…")
        #expect(Redaction.token("0123456789") == "01234…")
        #expect(Redaction.token("ab") == "a…")
        #expect(Redaction.token("a") == "…")
        #expect(Redaction.token("") == "…")
    }
}
