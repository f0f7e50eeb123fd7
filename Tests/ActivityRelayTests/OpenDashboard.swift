import Crypto
import Glibc
import JSON
import TestSupport

/// A relay's dashboard in a browser.
final class OpenDashboard {
    /// A picture that could not be kept there.
    struct Unkept: Error { let path: String }

    let relay: ServedRelay
    let browser: Browser

    init(
        _ relay: ServedRelay, at place: String = "", width: Int = 1280, height: Int = 900, scheme: String = "light"
    ) throws {
        self.relay = relay
        browser = try Browser()
        try browser.show(width: width, height: height, scheme: scheme)
        try browser.open("http://127.0.0.1:\(relay.port)/\(place)")
    }

    /// Keeps a picture of the page, to be looked at.
    func keepPicture(_ name: String) throws {
        let folder = Fixtures.folder.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/.build/screenshots"
        mkdir(folder, 0o755)
        let path = "\(folder)/\(name).png"
        guard let picture = Base64.standard.decode(try browser.picture()), let file = fopen(path, "w") else {
            throw Unkept(path: path)
        }
        defer { fclose(file) }
        fwrite(picture, 1, picture.count, file)
    }

    /// The text of the first element that a selector finds; nil where it finds none.
    func text(_ selector: String) throws -> String? {
        try browser.evaluate("document.querySelector('\(selector)')?.textContent ?? null").stringValue
    }

    /// Waits until the text of the first element that a selector finds is this, or what is there is given.
    func shows(_ text: String, in selector: String, within seconds: Double = TestClock.patience) throws -> Bool {
        try browser.waits(
            for: "document.querySelector('\(selector)').textContent === `\(text)`", within: seconds)
    }

    /// Whether the page is wider than its window, anywhere.
    func scrollsSideways() throws -> Bool {
        try browser.evaluate(
            """
            [document.documentElement, document.body, ...document.querySelectorAll('main, section, #list')]
              .some((one) => one.scrollWidth > one.clientWidth + 1)
            """) == .bool(true)
    }
}
