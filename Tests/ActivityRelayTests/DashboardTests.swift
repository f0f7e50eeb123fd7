import JSON
import TestSupport
import Testing

/// The dashboard of the real program, in a real browser.
@Suite(.serialized, .timeLimit(.minutes(20)), .enabled(if: Browser.isInstalled, "chromium is not installed"))
struct `Dashboard` {
    private static func event(_ relay: ServedRelay, _ members: String) throws {
        let answer = try relay.event("{\(members)}")
        #expect(answer.status == 202, "\(answer.text)")
    }

    /// Members for an activity on its way, with an estimate so far ahead that time does not move its ring while a test lasts.
    private static func underWay(_ id: String, _ progress: Double = 0.42, _ more: String = "") -> String {
        let now = TestClock.now
        return #"""
            "conversionId":"\#(id)","subscriberId":"u-7","trackTitle":"Rain on Glass","subtitle":"Second movement",
            "status":"generating","progress":\#(progress),"startedAt":\#(now - 40),
            "estimatedCompletionDate":\#(now + 3600),"accentColor":"#E5484D"\#(more)
            """#
    }

    @Test func `an activity is listed and drawn as a card, and an update shows as it comes`() throws {
        let relay = try ServedRelay()
        try Self.event(relay, Self.underWay("gen-2"))
        let page = try OpenDashboard(relay)
        #expect(try page.browser.waits(for: "document.querySelector('#connection').dataset.state === 'live'"))
        #expect(try page.shows("Rain on Glass", in: ".row .name"))
        #expect(try page.shows("gen-2", in: ".head h2"), "the newest is shown at first")
        #expect(try page.shows("Rain on Glass", in: ".card .name"))
        #expect(try page.shows("Generating…", in: ".card .label"))
        #expect(try page.shows("42 %", in: ".card .dial b"))
        // The list is read every 30 s besides: what comes before came by the stream.
        let posted = TestClock.now
        try Self.event(relay, #""conversionId":"gen-2","progress":0.71"#)
        #expect(try page.shows("71 %", in: ".row .phase", within: 10))
        print("dashboard: an update showed \(Int((TestClock.now - posted) * 1000)) ms after its POST was sent")
        try Self.event(relay, #""conversionId":"gen-3","trackTitle":"Night Drive""#)
        #expect(try page.shows("Night Drive", in: ".row .name", within: 10), "a new one comes first")
        #expect(try page.shows("71 %", in: ".card .dial b"), "the push of the update was drawn")
        #expect(try page.shows("Finalizing…", in: ".card .label"))
        try page.keepPicture("activity")
        try relay.post("/v1/activities/gen-2/end", #"{"phase":"completed"}"#)
        #expect(try page.shows("✓", in: ".card .dial b"))
        #expect(try page.browser.waits(for: "document.querySelector('.card').matches('.over.completed')"))
        try page.keepPicture("completed")
        #expect(page.browser.faults == [])
    }

    @Test func `the curve has a line of what was shown, and a mark for each push`() throws {
        let relay = try ServedRelay()
        try Self.event(relay, Self.underWay("gen-2", 0.1))
        let page = try OpenDashboard(relay, at: "#/gen-2")
        #expect(try page.browser.waits(for: "document.querySelector('.plot path.shown')"))
        #expect(try page.browser.waits(for: "document.querySelectorAll('.plot > svg .push').length === 1"))
        try Self.event(relay, #""conversionId":"gen-2","status":"finalizing","progress":0.75"#)
        #expect(try page.browser.waits(for: "document.querySelectorAll('.plot > svg .push').length === 2"))
        #expect(
            try page.browser.waits(for: "document.querySelectorAll('.plot > svg .told-dot').length === 2"),
            "what the backend said, twice")
        #expect(try page.browser.evaluate("document.querySelectorAll('.plot > svg .eta-move').length").doubleValue == 1)
        try page.browser.evaluate("document.querySelector('.plot > svg').focus()")
        try page.browser.press("End")
        #expect(try page.browser.waits(for: "document.querySelector('#readout').textContent.includes('shown 75 %')"))
        try page.keepPicture("curve")
        try page.browser.press("Enter")
        #expect(try page.browser.waits(for: "document.querySelector('.timeline details[open] .sides')"))
        try page.keepPicture("timeline")
        #expect(page.browser.faults == [])
    }

    /// Members of an activity with a countdown that began a minute ago.
    private static func oven(until: Double, staleAt: Double) -> String {
        #"""
        "conversionId":"oven","trackTitle":"Bread","subtitle":"In the oven","subtitleOverflow":"Take it out!",
        "staleAt":\#(staleAt),"timer":{"mode":"countDown","from":\#(TestClock.now - 60),"until":\#(until)}
        """#
    }

    @Test func `by its own clock a card counts down, shows its overflow wording, and goes stale`() throws {
        let relay = try ServedRelay()
        try Self.event(relay, Self.oven(until: TestClock.now + 3000, staleAt: TestClock.now + 3000))
        let page = try OpenDashboard(relay, at: "#/oven")
        #expect(try page.browser.waits(for: "/^49:\\d\\d$/.test(document.querySelector('.ticker span').textContent)"))
        let first = try page.text(".ticker span") ?? ""
        #expect(try page.browser.waits(for: "document.querySelector('.ticker span').textContent < '\(first)'"))
        #expect(try page.text(".card .line") == "In the oven")
        #expect(try page.browser.evaluate("document.querySelector('.card').matches('.stale')") == .bool(false))
        try Self.event(relay, Self.oven(until: TestClock.now + 2, staleAt: TestClock.now + 3))
        #expect(try page.shows("Take it out!", in: ".card .line"))
        #expect(try page.text(".ticker span") == "0:00")
        #expect(try page.browser.waits(for: "document.querySelector('.card').matches('.stale')"))
        try page.keepPicture("stale")
        #expect(page.browser.faults == [])
    }

    @Test func `what becomes of a push shows at its place in the timeline`() throws {
        let hooked = try HookedRelay(timeout: 3)
        try hooked.receiver.tell(.hang)
        try Self.event(hooked.relay, Self.underWay("gen-2"))
        let page = try OpenDashboard(hooked.relay, at: "#/gen-2")
        #expect(try page.browser.waits(for: "document.querySelector('.timeline li:first-child .phase.retry')"))
        #expect(
            try page.browser.waits(
                for: "document.querySelector('.target .warn').textContent.startsWith('Owed: start (retry), failed ')"))
        try page.keepPicture("failing")
        try hooked.receiver.tell(.ok)
        #expect(try page.browser.waits(for: "document.querySelector('.timeline li:first-child .phase.ok')"))
        #expect(page.browser.faults == [])
    }

    @Test func `a registration shows in the timeline, and is no point of the curve`() throws {
        let hooked = try HookedRelay()
        try Self.event(hooked.relay, Self.underWay("gen-2"))
        let id = try hooked.register("gen-2", "phone", subscriber: "u-7")
        let page = try OpenDashboard(hooked.relay, at: "#/gen-2")
        #expect(try page.shows("target", in: ".timeline .kind.registration"))
        let said = "document.querySelector('.timeline .kind.registration').nextElementSibling.textContent"
        let words = "\(id) by hook · registered, with the token place-of…"
        #expect(try page.browser.waits(for: "\(said) === `\(words)`"))
        #expect(try page.browser.waits(for: "document.querySelectorAll('.plot > svg .push').length === 2"))
        try page.browser.evaluate("document.querySelector('.plot > svg').focus()")
        try page.browser.press("End")
        #expect(try page.browser.waits(for: "document.querySelector('#readout').textContent.includes('shown 42 %')"))
        #expect(page.browser.faults == [])
    }

    /// Waits until one of the facts below the card has these words.
    private static func says(_ words: String, _ page: OpenDashboard) throws -> Bool {
        try page.browser.waits(for: "document.querySelector('.facts').textContent.includes(`\(words)`)")
    }

    @Test func `a card that was started by push shows what it was sent, and goes only once its end arrived`() throws {
        let pushed = try APNsRelay()
        let card = pushed.newToken(APNsRelay.Card(id: "gen-2", sender: "apns", token: "", environment: "production"))
        let start = SimulatedAPNs.token(1000)
        try pushed.relay.post(
            "/v1/registrations",
            #"{"subscriberId":"u-gen-2","deviceId":"phone","kind":"start","sender":"apns","token":"\#(start)","#
                + #""attributesType":"GenerationAttributes"}"#)
        try pushed.step([card], 0.1, #","subscriberId":"u-gen-2""#)
        #expect(try pushed.apns.pushes(start, atLeast: 1).count == 1)
        try pushed.step([card], 0.6)
        let page = try OpenDashboard(pushed.relay, at: "#/gen-2")
        #expect(try page.shows("10 %", in: ".card .dial b"))
        #expect(try Self.says("The phone is behind: the app has not registered its card's token since", page))
        try page.keepPicture("started")
        try pushed.end([card])
        #expect(try Self.says("It is to leave the lock screen at", page))
        #expect(try Self.says("; started by push; its end goes to the card's own token, as soon as", page))
        try page.keepPicture("held")
        try pushed.register(card)
        #expect(try Self.says("It leaves the lock screen at", page))
        #expect(
            try page.browser.waits(for: "document.querySelector('.targets').textContent.includes('push; ended by r_')"))
        #expect(try page.browser.evaluate("document.querySelectorAll('.facts .behind').length").doubleValue == 0)
        #expect(page.browser.faults == [])
    }

    @Test func `a card whose token died before the end is not said to have gone`() throws {
        let pushed = try APNsRelay()
        let card = try pushed.card("gen-2")
        try pushed.step([card], 0.2)
        #expect(try pushed.show([card], 0.2))
        try pushed.apns.fault(#"{"reason":"Unregistered","token":"\#(card.token)"}"#)
        try pushed.step([card], 0.5)
        #expect(try TestClock.eventually { try pushed.target(card)?.text("/state") == "dead" })
        try pushed.end([card])
        let page = try OpenDashboard(pushed.relay, at: "#/gen-2")
        #expect(try page.shows("20 %", in: ".card .dial b"))
        #expect(try Self.says("The phone is behind: it is pushed to no more.", page))
        #expect(try Self.says("; no end reached it: the target is dead.", page))
        try page.browser.evaluate("document.querySelector('.choices button:last-child').click()")
        #expect(try Self.says("; no end has reached a target.", page))
        #expect(try page.browser.evaluate("document.querySelector('.card').matches('.gone')") == .bool(false))
        #expect(page.browser.faults == [])
    }

    @Test func `a boundary that nobody is pushed shows in the timeline, and is no trouble`() throws {
        let relay = try ServedRelay(configuration: #"{"defaultSender":null}"#)
        let soon = TestClock.now + 1
        try Self.event(
            relay, Self.underWay("gen-2", 0.42, #","boundary":{"at":\#(soon),"displayStatus":"Almost"}"#))
        let page = try OpenDashboard(relay, at: "#/gen-2")
        let first = "document.querySelector('.timeline li:first-child "
        #expect(try page.browser.waits(for: first + ".kind.change').textContent === 'change'"))
        #expect(try page.browser.waits(for: first + ".said').textContent.startsWith('boundary of ')"))
        #expect(try page.browser.waits(for: first + ".phase.active') !== null"))
        #expect(try page.shows("Almost", in: ".card .label"))
        _ = try page.browser.evaluate("document.querySelector('button[data-key=trouble]').click()")
        #expect(try page.browser.waits(for: "document.querySelector('.timeline').dataset.count === '0'"))
        try page.keepPicture("change")
        #expect(page.browser.faults == [])
    }

    @Test func `a place in line and a pause have looks of their own`() throws {
        let relay = try ServedRelay()
        try Self.event(relay, #""conversionId":"q","trackTitle":"Later","status":"queued","queuePosition":3"#)
        let page = try OpenDashboard(relay, at: "#/q")
        #expect(try page.shows("#3", in: ".card .dial b"))
        #expect(try page.text(".card .label") == "You're #3 in line")
        let now = TestClock.now
        try Self.event(
            relay,
            #"""
            "conversionId":"p","trackTitle":"Held","status":"generating","progress":0.5,
            "timer":{"mode":"countUp","from":\#(now - 95)}
            """#)
        try Self.event(relay, #""conversionId":"p","type":"pause""#)
        try page.browser.open("http://127.0.0.1:\(relay.port)/#/p")
        #expect(try page.browser.waits(for: "document.querySelector('.card').matches('.paused')"))
        #expect(try page.shows("paused", in: ".ticker small"))
        #expect(
            try page.browser.evaluate("/^1:(3[5-9]|[45]\\d)$/.test(document.querySelector('.ticker span').textContent)")
                == .bool(true))
        try page.keepPicture("paused")
        #expect(page.browser.faults == [])
    }

    @Test func `what others wrote is text, whatever it says`() throws {
        let relay = try ServedRelay()
        let hostile = "<img src=x onerror='document.title=1'><script>document.title=2</script>"
        try Self.event(
            relay,
            #"""
            "conversionId":"evil","subscriberId":"\#(hostile)","trackTitle":"\#(hostile)","subtitle":"مرحبا \#(hostile)",
            "displayStatus":"👩‍👩‍👧‍👦 \#(hostile)","extra":{"\#(hostile)":"\#(hostile)"}
            """#)
        let page = try OpenDashboard(relay, at: "#/evil", width: 360, height: 740)
        #expect(try page.shows(hostile, in: ".card .name"))
        try page.browser.evaluate(
            "document.querySelectorAll('.timeline details').forEach((one) => { one.open = true; })")
        #expect(try page.browser.waits(for: "document.querySelector('.timeline .sides')"))
        #expect(try page.browser.evaluate("document.querySelectorAll('img, main script').length").doubleValue == 0)
        #expect(try page.scrollsSideways() == false)
        try page.keepPicture("hostile")
        #expect(page.browser.faults == [])
    }

    @Test func `with auth it asks for a token, which never gets into an address`() throws {
        let relay = try Access.relay()
        let page = try OpenDashboard(relay)
        #expect(try page.browser.waits(for: "document.querySelector('#token-dialog').open"))
        #expect(try page.text("#connection-text") == "A token is needed")
        try page.keepPicture("token")
        try page.browser.type("wrong-token-0000")
        try page.browser.press("Enter", text: "\r")
        #expect(
            try page.browser.waits(for: "document.querySelector('#token-why').textContent.includes('does not accept')"))
        #expect(try page.browser.waits(for: "document.querySelector('#token-dialog').open"))
        let secret = try #require(Access.secrets["read"])
        try page.browser.type(secret)
        try page.browser.press("Enter", text: "\r")
        #expect(try page.browser.waits(for: "document.querySelector('#connection').dataset.state === 'live'"))
        try relay.event("{\(Self.underWay("gen-2"))}", headers: Access.bearer("events"))
        #expect(try page.shows("Rain on Glass", in: ".row .name"))
        #expect(try page.browser.evaluate("document.querySelector('#token-dialog').open") == .bool(false))
        try page.browser.evaluate("document.querySelector('.row').click()")
        #expect(try page.shows("Rain on Glass", in: ".card .name"))
        #expect(try page.browser.evaluate("location.href").stringValue?.contains(secret) == false)
        #expect(try page.browser.evaluate("document.documentElement.outerHTML").stringValue?.contains(secret) == false)
        #expect(try page.browser.evaluate("localStorage.length").doubleValue == 0)
        #expect(page.browser.faults == [])
    }

    @Test func `it works by keyboard`() throws {
        let relay = try ServedRelay()
        for (index, name) in ["one", "two", "three"].enumerated() {
            try Self.event(relay, #""conversionId":"\#(name)","startedAt":\#(TestClock.now - 30 + Double(index))"#)
        }
        let page = try OpenDashboard(relay)
        let browser = page.browser
        #expect(try browser.waits(for: "document.querySelectorAll('.row').length === 3"))
        #expect(try page.shows("three", in: ".head h2"))
        try browser.press("/", text: "/")
        #expect(try browser.evaluate("document.activeElement.id").stringValue == "search")
        #expect(
            try browser.evaluate("getComputedStyle(document.activeElement).outlineStyle").stringValue == "solid",
            "what has the focus is seen to")
        try browser.type("o")
        #expect(try browser.waits(for: "document.querySelectorAll('.row').length === 2"), "one and two")
        try browser.press("Escape")
        #expect(try browser.waits(for: "document.querySelectorAll('.row').length === 3"), "the words went first")
        try browser.press("Escape")
        #expect(try browser.evaluate("document.activeElement.id").stringValue == "list")
        try browser.press("ArrowDown")
        #expect(try page.shows("two", in: ".head h2"))
        try browser.press("End")
        #expect(try page.shows("one", in: ".head h2"))
        #expect(
            try browser.evaluate(
                "document.getElementById(document.querySelector('#list').getAttribute('aria-activedescendant')).querySelector('.name').textContent"
            ).stringValue == "one")
        try browser.press("Enter")
        #expect(try browser.evaluate("document.activeElement.id").stringValue == "detail")
        try page.keepPicture("keyboard")
        #expect(browser.faults == [])
    }

    @Test func `it is dark where that is wanted, and fits a phone`() throws {
        let relay = try ServedRelay()
        let long = String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 6)
        try Self.event(relay, #""conversionId":"\#(String(repeating: "x", count: 128))","trackTitle":"\#(long)""#)
        try Self.event(relay, Self.underWay("gen-2"))
        let page = try OpenDashboard(relay, at: "#/gen-2", scheme: "dark")
        #expect(try page.shows("gen-2", in: ".head h2"))
        #expect(
            try page.browser.evaluate("getComputedStyle(document.body).backgroundColor").stringValue
                == "rgb(14, 17, 21)")
        try page.keepPicture("dark")
        try page.browser.show(width: 360, height: 740, scheme: "light")
        #expect(try page.scrollsSideways() == false)
        try page.keepPicture("narrow")
        try page.browser.evaluate("document.querySelector('.back').click()")
        #expect(try page.browser.waits(for: "!document.body.matches('.one')"))
        #expect(try page.scrollsSideways() == false)
        try page.keepPicture("narrow-list")
        try page.browser.evaluate("document.querySelector('.row').click()")
        #expect(try page.shows(long, in: ".card .name"))
        #expect(try page.scrollsSideways() == false)
        try page.keepPicture("narrow-long")
        #expect(page.browser.faults == [])
    }

    @Test func `a lost connection is said, and comes back by itself`() throws {
        let folder = TemporaryFolder()
        let first = try ServedRelay(folder: folder)
        try Self.event(first, Self.underWay("gen-2"))
        let page = try OpenDashboard(first)
        #expect(try page.browser.waits(for: "document.querySelector('#connection').dataset.state === 'live'"))
        #expect(try page.shows("gen-2", in: ".head h2"))
        first.crash()
        #expect(try page.browser.waits(for: "document.querySelector('#connection').dataset.state === 'lost'"))
        #expect(
            try page.browser.waits(
                for: "document.querySelector('#connection-text').textContent.startsWith('Connection lost')"))
        try page.keepPicture("lost")
        let second = try ServedRelay(
            folder: folder,
            arguments: ["--listen", "127.0.0.1:\(first.port)", "--store", "sqlite:\(folder.path("relay.db"))"])
        try Self.event(second, #""conversionId":"gen-2","progress":0.83"#)
        #expect(try page.browser.waits(for: "document.querySelector('#connection').dataset.state === 'live'"))
        #expect(try page.shows("83 %", in: ".row .phase"))
        #expect(page.browser.faults == [])
    }
}
