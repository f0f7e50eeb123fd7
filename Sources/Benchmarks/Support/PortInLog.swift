import Glibc

/// The ports that programs say they listen on.
enum PortInLog {
    /// Waits up to 5 seconds for a line with these words and an address of this machine behind them; gives its port.
    static func wait(_ log: String, behind words: String) -> Int? {
        for _ in 0..<500 {
            for line in File.text(of: log).split(separator: "\n") {
                if let port = port(in: line, behind: words) { return port }
            }
            usleep(10_000)
        }
        return nil
    }

    private static func port(in line: Substring, behind words: String) -> Int? {
        let parts = line.split(separator: words, maxSplits: 1)
        guard parts.count == 2, let address = parts[1].split(separator: "127.0.0.1:", maxSplits: 1).last else {
            return nil
        }
        return Int(address.prefix { $0.isNumber })
    }
}
