import Testing

@testable import Crypto

@Suite struct `ES256` {
    /// The example of RFC 7515, appendix A.3, with its key as PKCS#8.
    private static let exampleKey = """
        -----BEGIN PRIVATE KEY-----
        MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCCOmxCecZCYv5gEh98f
        XXfpyylgbr7SJjtfV8IT34T0sg==
        -----END PRIVATE KEY-----
        """

    @Test func `what a key signs is its own, and of no other message or key`() throws {
        let key = try ES256PrivateKey.generate()
        let message = Array("header.claims".utf8)
        // R and S are padded to their length: of so many some begin with zeros.
        for _ in 0..<300 {
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            #expect(key.isValid(signature, of: message))
        }
        let signature = try key.sign(message)
        #expect(!key.isValid(signature, of: message + [0]))
        #expect(!(try ES256PrivateKey.generate()).isValid(signature, of: message))
        #expect(!key.isValid([], of: message))
        #expect(!key.isValid([UInt8](repeating: 0, count: 64), of: message))
        #expect(!key.isValid([UInt8](repeating: 0xFF, count: 64), of: message))
    }

    @Test func `the signature of RFC 7515, A.3 is its key's`() throws {
        let key = try ES256PrivateKey(pem: Self.exampleKey)
        let message =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let text = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let signature = try #require(Base64.url.decode(text))
        #expect(key.isValid(signature, of: Array(message.utf8)))
    }

    @Test func `a key survives its text`() throws {
        let key = try ES256PrivateKey.generate()
        let text = try key.pem()
        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let again = try ES256PrivateKey(pem: text)
        #expect(key.isValid(try again.sign([1, 2, 3]), of: [1, 2, 3]))
        #expect(try key.publicKeyPEM() == again.publicKeyPEM())
        #expect("\(key)" == "<REDACTED>")
    }

    @Test(arguments: [
        "", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", rsaKey, p384Key,
        encryptedKey,
    ])
    func `what is no such key is refused`(_ text: String) {
        #expect(throws: CryptoError.self) { try ES256PrivateKey(pem: text) }
    }
}

/// A key of another kind.
private let rsaKey = """
    -----BEGIN PRIVATE KEY-----
    MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAKmi3GdrLVXM6UFZ
    Ns7JxBL/c8YPVQNU03ali9yo1JNpV0r0YFMYyRQSM1EtYLUPKDFqCQV85PfY6/Wf
    i/7DeFPg5urUFVsEpKdDpgXm/lTA57MdjzadFLe5agyDMOOsa4bHLuTh5192ph9n
    yBpHXnAngJgrNgooZKYbXn9hS+KZAgMBAAECgYA4ZWiZCUy9Ja62hw5tmS6SklLP
    GfHNdboHy+m/pnFlwLPAu5X6ilbvUU22QzvPdgaKxxHQvUDyFS/9LNnCDQJHdeI1
    LDlML3mMijDomnEoN4tX+h2VLzrpcKEJ5/676UazAQt0MB3fmsWtERDE/oOqMtD0
    B5WmZMHfEFWYx8ayAQJBANldNKMvl4+bpJj3lp+3QGTGopAyfEZXy3+Vf9r3SxTx
    5ERU+8A1x9q/lAnYLowYBgDpQs+scDSmVADe0aFwU2kCQQDHyeAhyDJdO9DB7bVo
    WAPC32nhAD5M9hCbptZWoNo/jrvYpC1Uzb9crDiqJZ2g8r/MsXpizXGZaNUz9s5x
    tJ+xAkEAjHveCl43EZzhm+/hTObOWpO6+4F1qq0RnCsOkIHl5+qSwss+TrMzsSDC
    2D39j5PzRWF9SeXEO3MItetNB48miQJAAVjxNAkfndVbcRNjV9LQI65SDnxr7yTx
    s7sKUwc+sZMK3UkuLRY+JifbMfqS95TrijvgMW5lR72XQoR1m/q14QJBANbawdYb
    cVm4Af9Y6Mo6tuyQFFEwpt9L6x18+O/MgW5cTb+hXOADQrkNOb36duXbU2R0DTFA
    FMFJYkWQ4FBLZZ4=
    -----END PRIVATE KEY-----
    """

/// A key on another curve.
private let p384Key = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBbbPTJiy8eXnINJkSt
    uX7WogEUyx7C810Vo2dShiB8Syos5rxFTs/zRlG8BYt9sg+hZANiAARpP/xp5NBT
    xqvF4D0bNHHhjtJpGMAfss40ZYoON3fcxIgf34w/4d2/fGaRdVU5xQUInT4USDnw
    iMrPuGdtqW20WQL7t6gUs17oX0QkmJXqDRjpFjnRsJ3pOBK8LHoJaIQ=
    -----END PRIVATE KEY-----
    """

/// A key that asks for a password.
private let encryptedKey = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh1IV32ApLuPQICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEENjqq5rShH0ps67Wq3p1hcYEgZDa
    miz2inpXRzCaPVN8sYwFdDWE418pdFZ9JCVcntwHvNwQdk/9VJE13DYSSRUDV+q4
    sq3PyzJtCzf9/thWq2C4/8u9YHNdu7R9U8s6z+V4EGvc2hAm7HsqPKNNcqGdzC6m
    F8WYQNESm3v7X40r4HDSPwSaN1oHrNGnlMjuHM7Gl/i15rBJpsAZNtWqwWQjeXE=
    -----END ENCRYPTED PRIVATE KEY-----
    """
