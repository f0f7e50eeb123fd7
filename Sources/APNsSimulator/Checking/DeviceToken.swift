/// The token of a device or of an activity on it, as it stands in a path: hexadecimal digits, in lower case.
struct DeviceToken: Hashable, Sendable {
    /// The least digits of a token: no kind has fewer than 32 bytes.
    static let fewestDigits = 64
    /// The most digits that are taken; activities have had 160 so far.
    static let mostDigits = 512

    /// The digits.
    let text: String

    private init(text: String) { self.text = text }

    /// The token of these digits; nil where there is an odd number of them, too few or too many, or something else.
    init?(_ digits: some Collection<UInt8>) {
        let count = digits.count
        guard count >= Self.fewestDigits, count <= Self.mostDigits, count % 2 == 0 else { return nil }
        var isHex = true
        text = String(unsafeUninitializedCapacity: count) { output in
            var next = 0
            for digit in digits {
                guard let lower = Self.lowerCase(digit) else {
                    isHex = false
                    break
                }
                output[next] = lower
                next += 1
            }
            return next
        }
        guard isHex else { return nil }
    }

    private static func lowerCase(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): digit
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit | 0x20
        default: nil
        }
    }

    private static let prefix = Array("/3/device/".utf8)

    /// The token in a path; why there is none where there is none.
    static func inPath(_ path: ArraySlice<UInt8>) -> Result<DeviceToken, Refusal> {
        if path.elementsEqual(prefix) || path.elementsEqual(prefix.dropLast()) {
            return .failure(Refusal(.missingDeviceToken))
        }
        guard path.starts(with: prefix) else { return .failure(Refusal(.badPath)) }
        let rest = path.dropFirst(prefix.count)
        guard !rest.contains(UInt8(ascii: "/")) else { return .failure(Refusal(.badPath)) }
        guard let token = DeviceToken(rest) else { return .failure(Refusal(.badDeviceToken)) }
        return .success(token)
    }
}
