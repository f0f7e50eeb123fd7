/// Addresses that only this machine has.
package enum LoopbackAddress {
    /// Whether a text is an IPv4 address of 127.0.0.0/8, in four decimal parts.
    package static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
