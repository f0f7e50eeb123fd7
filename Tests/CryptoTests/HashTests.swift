import Testing

@testable import Crypto

@Suite struct HashTests {
    @Test(
        "SHA-256 of the examples of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func sha256(text: String, expected: String) throws {
        #expect(Hex.encode(SHA256.digest(Array(text.utf8))) == expected)
        let (high, low) = SHA256.prefix128(text)
        let digest = try #require(Hex.decode(expected))
        #expect(digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } == high)
        #expect(digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } == low)
    }

    @Test(
        "HMAC-SHA-256 of the test cases of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(1...25), [UInt8](repeating: 0xcd, count: 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array(
                    ("This is a test using a larger than block-size key and a larger than block-size data. The key "
                        + "needs to be hashed before being used by the HMAC algorithm.").utf8),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
            ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ] as [([UInt8], [UInt8], String)])
    func hmac(key: [UInt8], message: [UInt8], expected: String) throws {
        let code = try HMACSHA256.authenticate(message, key: key)
        #expect(Hex.encode(code) == expected)
        #expect(try HMACSHA256.isValid(code, for: message, key: key))
        #expect(try !HMACSHA256.isValid(code, for: message + [0], key: key))
        #expect(try !HMACSHA256.isValid(code, for: message, key: key + [1]))
        #expect(try !HMACSHA256.isValid(Array(code.dropLast()), for: message, key: key))
        #expect(try !HMACSHA256.isValid([], for: message, key: key))
    }

    @Test("bytes are equal if all are, whatever their number")
    func equality() {
        let base = Array("a secret of some length".utf8)
        #expect(constantTimeEquals(base, base))
        #expect(constantTimeEquals([UInt8](), []))
        for index in base.indices {
            var other = base
            other[index] ^= 1
            #expect(!constantTimeEquals(base, other))
            #expect(!constantTimeEquals(base, Array(base.prefix(index))))
        }
        #expect(!constantTimeEquals(base, base + [0]))
        #expect(constantTimeEquals("é", "é"))
        #expect(!constantTimeEquals("é", "e\u{301}"))
    }

    @Test("random bytes are as many as asked for, and others each time")
    func random() throws {
        #expect(try RandomBytes.make(0) == [])
        #expect(try RandomBytes.make(-1) == [])
        let made = try (0..<100).map { _ in try RandomBytes.make(16) }
        #expect(Set(made).count == 100)
        #expect(made.allSatisfy { $0.count == 16 })
        #expect(Set(try RandomBytes.make(20_000)).count == 256)
    }
}
