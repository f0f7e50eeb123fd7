import Glibc

/// How many descriptors the process may have open: each connection takes one.
package enum DescriptorLimit {
    /// Raises it as far as the system lets an ordinary process, and gives what it is then.
    @discardableResult
    package static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        let before = limit
        limit.rlim_cur = limit.rlim_max
        if setrlimit(resource, &limit) != 0 { limit = before }
        return Int(clamping: limit.rlim_cur)
    }
}
