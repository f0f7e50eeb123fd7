import Testing

@testable import Relay

/// Where requests come from: addresses, ranges of them, and what proxies say.
@Suite struct ClientAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::1", "::1"), ("::", "::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ])
    func `an address is read and written`(_ text: String, _ written: String) {
        #expect(IPAddress(text)?.description == written)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4 ", "localhost", "1:2", "fe80::1%eth0", "1.2.3.4\0x", ":::",
        String(repeating: "1", count: 1000),
    ])
    func `what is no address is none`(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.1.1"], ["9.255.255.255", "11.0.0.0", "::10"]),
        ("10.9.9.9/8", ["10.0.0.1"], ["11.0.0.0"]), ("192.0.2.7", ["192.0.2.7"], ["192.0.2.6", "192.0.2.8"]),
        ("192.0.2.7/32", ["192.0.2.7"], ["192.0.2.6"]), ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]),
        ("::/0", ["1.2.3.4", "2001:db8::1"], []), ("2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::1"]),
        ("2001:db8::/65", ["2001:db8::7fff:0:0:1"], ["2001:db8::8000:0:0:1"]), ("::1/128", ["::1"], ["::2", "::"]),
        ("2001:db8::/64", ["2001:db8::ffff:0:0:1"], ["2001:db8:0:1::"]),
        ("::ffff:10.0.0.0/104", ["10.1.1.1"], ["11.0.0.0"]),
    ])
    func `a range has the addresses that begin with its bits`(
        _ text: String, _ inside: [String], _ outside: [String]
    ) throws {
        let range = try #require(AddressRange(text))
        for address in inside { #expect(range.contains(try #require(IPAddress(address))), "\(address)") }
        for address in outside { #expect(!range.contains(try #require(IPAddress(address))), "\(address)") }
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/-1", "10/8", "a/8",
    ])
    func `what is no range is none`(_ text: String) {
        #expect(AddressRange(text) == nil)
        var proxies = TrustedProxies()
        let isTaken = proxies.trust(text)
        #expect(!isTaken)
    }

    private func client(_ peer: String, _ forwarded: String, trusting trusted: [String]) -> String {
        var proxies = TrustedProxies()
        for text in trusted {
            let isTaken = proxies.trust(text)
            #expect(isTaken)
        }
        let address = IPAddress(peer).map { ClientAddress.ip($0) } ?? .unix
        return proxies.client(address, forwarded: forwarded).description
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"), ("203.0.113.9,10.0.0.2,10.0.0.3", "203.0.113.9"),
        ("203.0.113.9:4711", "203.0.113.9"), ("[2001:db8::1]:4711", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"), ("", "10.0.0.1"), ("unknown", "10.0.0.1"),
        ("203.0.113.9, unknown", "10.0.0.1"), ("203.0.113.9, ?, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"), ("::ffff:203.0.113.9", "203.0.113.9"), (" , ", "10.0.0.1"),
    ])
    func `the last entry that is no trusted proxy counts`(_ forwarded: String, _ client: String) {
        #expect(self.client("10.0.0.1", forwarded, trusting: ["10.0.0.0/8"]) == client)
    }

    @Test func `the word of who is not trusted is not taken`() {
        #expect(client("192.0.2.1", "203.0.113.9", trusting: ["10.0.0.0/8"]) == "192.0.2.1")
        #expect(client("10.0.0.1", "203.0.113.9", trusting: []) == "10.0.0.1")
        #expect(client("a socket", "203.0.113.9", trusting: ["::/0"]) == "unix")
        #expect(client("a socket", "203.0.113.9", trusting: ["unix"]) == "203.0.113.9")
    }
}
