import CLinux
import Glibc

/// A socket address of any family, as system calls fill it in.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// An address to be filled in.
    init() {}

    /// A copy of `length` bytes of address.
    init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(Int(length), bytes.count)))
        }
        self.length = length
    }

    /// The address of a UNIX socket; nil if the path is too long for one.
    init?(unixPath path: String) {
        var address = sockaddr_un()
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
        length = socklen_t(offset + path.utf8.count + 1)
    }

    /// The address of a UNIX socket in the abstract namespace (unix(7)); nil if the name is empty or too long for one.
    init?(abstractName name: String) {
        var address = sockaddr_un()
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        guard !name.isEmpty, name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[1...]).copyBytes(from: name.utf8)
        }
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
        length = socklen_t(offset + 1 + name.utf8.count)
    }

    /// Has a system call fill the address in.
    mutating func fill(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// Hands the address to a system call.
    func use<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// AF_INET, AF_INET6, AF_UNIX.
    var family: Int32 { Int32(storage.ss_family) }

    /// The TCP port in host byte order; 0 for other families.
    var port: UInt16 {
        get {
            switch family {
            case AF_INET: UInt16(bigEndian: view(as: sockaddr_in.self).sin_port)
            case AF_INET6: UInt16(bigEndian: view(as: sockaddr_in6.self).sin6_port)
            default: 0
            }
        }
        set {
            // Both families have the port at the same place, the third and fourth byte.
            guard family == AF_INET || family == AF_INET6 else { return }
            withUnsafeMutableBytes(of: &storage) { bytes in
                bytes.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
            }
        }
    }

    /// Whether it is `::`, which listens for IPv4 too.
    var isAnyIPv6: Bool { family == AF_INET6 && halves == (0, 0) }

    /// The address as the server tells it on; IPv4 in IPv6 (RFC 4291, section 2.5.5.2) as IPv4.
    var peer: PeerAddress {
        switch family {
        case AF_INET:
            let address = UInt32(bigEndian: view(as: sockaddr_in.self).sin_addr.s_addr)
            return PeerAddress(kind: .ipv4(address: address, port: port))
        case AF_INET6:
            let (high, low) = halves
            if high == 0, low >> 32 == 0xFFFF {
                return PeerAddress(kind: .ipv4(address: UInt32(truncatingIfNeeded: low), port: port))
            }
            return PeerAddress(kind: .ipv6(high: high, low: low, port: port))
        default:
            return PeerAddress(kind: .local)
        }
    }

    /// The address as a place to listen; an abstract name begins with `@`.
    var listenAddress: ListenAddress {
        guard family == AF_UNIX else { return .tcp(host: peer.host, port: Int(port)) }
        let offset = MemoryLayout<sa_family_t>.size
        return withUnsafeBytes(of: storage) { bytes in
            let name = bytes[min(offset, Int(length))..<min(Int(length), bytes.count)]
            let isAbstract = name.first == 0 && name.count > 1
            let path = isAbstract ? name.dropFirst() : name.prefix { $0 != 0 }
            return .unix(path: (isAbstract ? "@" : "") + String(decoding: path, as: UTF8.self))
        }
    }

    private var halves: (UInt64, UInt64) {
        withUnsafeBytes(of: view(as: sockaddr_in6.self).sin6_addr) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    private func view<T>(as type: T.Type) -> T {
        // The storage is made to be aligned for every family.
        withUnsafeBytes(of: storage) { $0.load(as: type) }
    }
}
