import Testing

@testable import Crypto

@Suite struct EncodingTests {
    @Test(
        "Base64 of the test vectors of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        let bytes = Array(plain.utf8)
        #expect(Base64.standard.encode(bytes) == encoded)
        #expect(Base64.standard.decode(encoded) == bytes)
        let unpadded = String(encoded.prefix { $0 != "=" })
        #expect(Base64.url.encode(bytes) == unpadded)
        #expect(Base64.url.decode(unpadded) == bytes)
        #expect(unpadded == encoded || Base64.standard.decode(unpadded) == nil)
        #expect(unpadded == encoded || Base64.url.decode(encoded) == nil)
    }

    @Test("each alphabet has its own last two characters")
    func alphabets() {
        #expect(Base64.standard.encode([0xfb, 0xff, 0xbf]) == "+/+/")
        #expect(Base64.url.encode([0xfb, 0xff, 0xbf]) == "-_-_")
        #expect(Base64.standard.decode("-_-_") == nil)
        #expect(Base64.url.decode("+/+/") == nil)
    }

    @Test(
        "what is not just what encoding gives is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "Zg====", "Z===", "====", "=", "Zh==", "Zm9=", "Zg==\n", " Zg==", "Zg==Zg==",
            "Z=g=", "Zm9v\r\nZm9v", "Zm9vé", "Zm9*",
        ])
    func strict(text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }

    @Test("of all single characters only the alphabet's are taken")
    func characters() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            let text = "A\(Character(scalar))AA"
            let isLetter = byte < 128 && (Character(scalar).isLetter || Character(scalar).isNumber)
            #expect((Base64.standard.decode(text) != nil) == (isLetter || scalar == "+" || scalar == "/"))
            #expect((Base64.url.decode(text) != nil) == (isLetter || scalar == "-" || scalar == "_"))
            #expect((Hex.decode("0\(Character(scalar))") != nil) == (byte < 128 && Character(scalar).isHexDigit))
        }
    }

    @Test("what was encoded is decoded as the same")
    func roundTrip() throws {
        for count in 0..<200 {
            let bytes = try RandomBytes.make(count)
            #expect(Base64.standard.decode(Base64.standard.encode(bytes)) == bytes)
            #expect(Base64.url.decode(Base64.url.encode(bytes)) == bytes)
            #expect(Hex.decode(Hex.encode(bytes)) == bytes)
            #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
        }
    }

    @Test("hex is two digits a byte")
    func hex() {
        #expect(Hex.encode([0, 1, 0x7f, 0xab, 0xff]) == "00017fabff")
        for text in ["0", "000", "0x00", "0g", " 00", "00 ", "é0"] { #expect(Hex.decode(text) == nil) }
        #expect(Hex.decode("") == [])
    }
}
