import Glibc

/// What a process uses, by `/proc`.
enum ProcessUsage {
    /// The CPU time it has taken so far, user and system, seconds.
    static func cpuSeconds(_ id: pid_t) -> Double {
        // > (2) comm  The filename of the executable, in parentheses. […] (14) utime (15) stime, in clock ticks
        // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
        let text = File.text(of: "/proc/\(id)/stat")
        guard let name = text.lastIndex(of: ")") else { return .nan }
        let fields = text[name...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The CPU time that the processes have taken so far which it has started and which still run, seconds.
    static func childrenCPUSeconds(of id: pid_t) -> Double {
        File.text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ").compactMap { pid_t($0) }
            .reduce(0) { $0 + cpuSeconds($1) }
    }

    /// The CPU time that all processes of ours took which have ended and were waited for, user and system, seconds.
    static var endedChildrenCPUSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
    }

    /// How many descriptors it has open, but for files with that in their path.
    static func descriptors(_ id: pid_t, without part: String) -> Int {
        let path = "/proc/\(id)/fd"
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let target = target(of: "\(path)/\(name)")
            if !target.isEmpty && !target.contains(part) { count += 1 }
        }
        return count
    }

    /// What a link leads to; empty where it is none.
    private static func target(of link: String) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The memory it holds, MB (of 1024 × 1024 bytes).
    static func residentMegabytes(_ id: pid_t) -> Double {
        for line in File.text(of: "/proc/\(id)/status").split(separator: "\n") where line.hasPrefix("VmRSS:") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let kilobytes = Double(words[1]) { return kilobytes / 1024 }
        }
        return .nan
    }
}
