public import JSON

/// A Chromium without a window, driven by the DevTools protocol over a pipe: JSON with a NUL at its end.
///
/// https://chromedevtools.github.io/devtools-protocol/
public final class Browser {
    /// What the browser did not do.
    public struct Failure: Error { let what: String }

    private let process: ChildProgram
    private let folder = TemporaryFolder()
    private var lastNumber = 0
    private var session: String?

    /// Whether there is one on this machine.
    public static var isInstalled: Bool { (try? InstalledProgram.path("chromium")) != nil }

    /// Starts one, with an empty page.
    public init() throws {
        let arguments = [
            // The sandbox is not for root, whom tests in a container run as.
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--no-proxy-server", "--hide-scrollbars",
            "--remote-debugging-pipe", "--user-data-dir=\(folder.path("profile"))", "about:blank",
        ]
        // It reads its commands from descriptor 3 and answers on 4.
        let line = ["-c", #"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2"#, try InstalledProgram.path("chromium")]
        process = try ChildProgram("/bin/sh", line + arguments, input: .open, output: .messages)
        let page = try command("Target.createTarget", [("url", .string("about:blank"))])
        let target = try Self.known(page.text("/targetId"), "a page")
        let attached = try command("Target.attachToTarget", [("targetId", .string(target)), ("flatten", .bool(true))])
        session = try Self.known(attached.text("/sessionId"), "a session")
        for domain in ["Page", "Runtime", "Log"] { try command("\(domain).enable") }
    }

    deinit {
        session = nil
        _ = try? command("Browser.close", within: 5)
        _ = process.waitForExit(within: 5)
    }

    private static func known<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw Failure(what: what) }
        return value
    }

    /// Sends a command of the protocol and gives its result.
    @discardableResult
    public func command(
        _ method: String, _ parameters: [(String, JSONValue)] = [], within seconds: Double = TestClock.patience
    ) throws -> JSONValue {
        lastNumber += 1
        var members = [
            JSONMember(name: "id", value: JSONValue("\(lastNumber)")),
            JSONMember(name: "method", value: .string(method)),
            JSONMember(name: "params", value: .object(parameters.map { JSONMember(name: $0.0, value: $0.1) })),
        ]
        if let session { members.append(JSONMember(name: "sessionId", value: .string(session))) }
        var writer = JSONWriter()
        writer.value(.object(members))
        try process.send(writer.take() + [0])
        let beginning = "{\"id\":\(lastNumber),"
        guard let answer = process.output.line(within: seconds, where: { $0.hasPrefix(beginning) }) else {
            throw Failure(what: "\(method): no answer; \(process.errors.lines.suffix(5))")
        }
        let value = JSONValue(answer)
        guard let result = value["result"] else { throw Failure(what: "\(method): \(answer.prefix(500))") }
        return result
    }

    // MARK: The page

    /// Goes to an address, and waits until its document is there.
    public func open(_ address: String) throws {
        try command("Page.navigate", [("url", .string(address))])
        guard try waits(for: "document.readyState === 'complete'") else { throw Failure(what: "no page: \(address)") }
    }

    /// What an expression of JavaScript comes to, in the page.
    @discardableResult
    public func evaluate(_ expression: String) throws -> JSONValue {
        let result = try command(
            "Runtime.evaluate",
            [("expression", .string(expression)), ("returnByValue", .bool(true)), ("awaitPromise", .bool(true))],
            within: 2 * TestClock.patience)
        if let fault = result["exceptionDetails"] { throw Failure(what: "\(expression): \(fault)") }
        return result.at("/result/value") ?? .null
    }

    /// Waits until an expression of JavaScript holds in the page; whether it came to.
    public func waits(for expression: String, within seconds: Double = TestClock.patience) throws -> Bool {
        try evaluate(
            """
            (async () => {
              const end = Date.now() + \(Int(seconds * 1000));
              for (;;) {
                try { if (\(expression)) return true; } catch { /* not there yet */ }
                if (Date.now() > end) return false;
                await new Promise((resolve) => setTimeout(resolve, 10));
              }
            })()
            """) == .bool(true)
    }

    /// Presses a key; `text`: what it writes.
    public func press(_ key: String, text: String? = nil) throws {
        let down = [("type", JSONValue.string("keyDown")), ("key", .string(key))]
        try command("Input.dispatchKeyEvent", down + (text.map { [("text", .string($0))] } ?? []))
        try command("Input.dispatchKeyEvent", [("type", .string("keyUp")), ("key", .string(key))])
    }

    /// Types a text into what has the focus.
    public func type(_ text: String) throws {
        try command("Input.insertText", [("text", .string(text))])
    }

    /// Gives the page a size in CSS pixels and a colour scheme, `light` or `dark`.
    public func show(width: Int, height: Int, scheme: String = "light") throws {
        try command(
            "Emulation.setDeviceMetricsOverride",
            [
                ("width", JSONValue("\(width)")), ("height", JSONValue("\(height)")),
                ("deviceScaleFactor", JSONValue("1")), ("mobile", .bool(width < 600)),
            ])
        let feature = JSONValue(#"{"name":"prefers-color-scheme","value":"\#(scheme)"}"#)
        try command("Emulation.setEmulatedMedia", [("features", .array([feature]))])
    }

    /// A picture of the page: a PNG in Base64.
    public func picture() throws -> String {
        try Self.known(command("Page.captureScreenshot").text("/data"), "a picture")
    }

    /// What scripts threw and what the page's policy kept from running, so far.
    public var faults: [String] {
        process.output.lines.filter { line in
            line.hasPrefix(#"{"method":"Runtime.exceptionThrown""#)
                || (line.hasPrefix(#"{"method":"Log.entryAdded""#) && line.contains(#""source":"security""#))
        }
    }
}
