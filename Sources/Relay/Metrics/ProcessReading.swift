import Glibc

/// What Linux tells of this process: proc(5).
struct ProcessReading {
    /// Seconds of processor time, user and system.
    var cpuSeconds: Double?
    /// Bytes in memory.
    var residentBytes: Int?
    /// When it began, Unix seconds.
    var startTime: Double?
    /// Open descriptors, and how many may be open.
    var openDescriptors: Int?
    var mostDescriptors: UInt?

    /// The figures of now; nil where the system does not tell.
    init() {
        readStat()
        openDescriptors = Self.entries(of: "/proc/self/fd")
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 { mostDescriptors = limit.rlim_cur }
    }

    private mutating func readStat() {
        // The name, in brackets, may hold anything; what follows it begins with the third field.
        guard let stat = Self.text("/proc/self/stat"), let end = stat.lastIndex(of: ")") else { return }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 21 else { return }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        if let user = Double(fields[11]), let system = Double(fields[12]) { cpuSeconds = (user + system) / ticks }
        if let pages = Int(fields[21]) { residentBytes = pages * sysconf(Int32(_SC_PAGESIZE)) }
        if let begin = Double(fields[19]), let boot = Self.bootTime { startTime = boot + begin / ticks }
    }

    /// When the machine began, Unix seconds: it does not change, so it is asked for once.
    private static let bootTime: Double? = {
        let lines = text("/proc/stat")?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst("btime ".count)) }
    }()

    private static func text(_ path: String) -> String? {
        (try? Descriptor.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func entries(of folder: String) -> Int? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        // Without "." and "..", and the descriptor that this looks with.
        return max(0, count - 3)
    }
}
