import JSON
import TestSupport
import Testing

/// The files that the relay is deployed by: what they name is there, and what they promise each other holds.
@Suite(.timeLimit(.minutes(20))) struct `Deployment files` {
    private static let folder = "\(Fixtures.folder)/../../Config"
    private let scratch = TemporaryFolder()

    private static func file(_ name: String) -> String {
        String(decoding: Fixtures.bytes("../../Config/\(name)"), as: UTF8.self)
    }

    /// What `check` says of a configuration whose secrets of a folder are in the scratch folder.
    private func check(_ configuration: String, secretsIn folder: String) throws -> CommandResult {
        scratch.write("backend.token", "0123456789abcdef")
        let here = configuration.split(separator: folder, omittingEmptySubsequences: false)
        #expect(here.count > 1)
        let path = scratch.write("relay.json", here.joined(separator: scratch.path))
        return try CommandResult.of(["check", "--config", path])
    }

    /// How long the relay of a configuration takes to stop at most, seconds.
    private static func stop(_ configuration: String) -> Double {
        let limits = JSONValue(configuration)["limits"] ?? .null
        return (limits.number("/drainDelay") ?? 0) + (limits.number("/stopTimeout") ?? 10)
    }

    // MARK: systemd

    /// The values of a unit's keys.
    private static func unit(_ name: String) -> [String: [String]] {
        var keys: [String: [String]] = [:]
        for line in file(name).split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("[") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            keys[parts[0], default: []].append(parts[1])
        }
        return keys
    }

    @Test func `the unit's configuration is right, and its secret is the credential that the unit loads`() throws {
        let configuration = Self.file("relay.systemd.json")
        let unit = Self.unit("activity-relay.service")
        #expect(try check(configuration, secretsIn: "/run/credentials/activity-relay.service").code == 0)
        #expect(unit["LoadCredential"] == ["backend.token:/etc/activity-relay/backend.token"])
        #expect(configuration.contains(#""/run/credentials/activity-relay.service/backend.token""#))
        #expect(unit["StateDirectory"] == ["activity-relay"])
        #expect(configuration.contains(#""sqlite:/var/lib/activity-relay/"#))
    }

    @Test func `the unit lets the relay tell and reload, and waits longer than a stop takes`() throws {
        let unit = Self.unit("activity-relay.service")
        #expect(unit["Type"] == ["notify"])
        #expect(unit["ExecReload"] == ["/bin/kill -HUP $MAINPID"])
        let patience = try #require(unit["TimeoutStopSec"]?.first.flatMap { Double($0) })
        #expect(patience > Self.stop(Self.file("relay.systemd.json")))
        // What it does by itself is not forbidden to it: raising its limit of descriptors, listening, connecting.
        #expect(unit["SystemCallFilter"] == ["@system-service", "~@privileged"])
        #expect(unit["RestrictAddressFamilies"] == ["AF_INET AF_INET6 AF_UNIX"])
        #expect(Self.unit("activity-relay.socket")["ListenStream"] == ["127.0.0.1:8080"])
    }

    @Test(.enabled(if: (try? InstalledProgram.path("systemd-analyze")) != nil, "systemd is not installed"))
    func `systemd finds nothing wrong with the units`() throws {
        // It looks for the program, which is not installed where the unit says.
        let service = Self.file("activity-relay.service").split(separator: "/usr/local/bin/activity-relay")
        #expect(service.count == 2)
        let units = [
            scratch.write("activity-relay.service", service.joined(separator: RelayProcess.program)),
            scratch.write("activity-relay.socket", Self.file("activity-relay.socket")),
        ]
        let result = try CommandResult.of(
            program: InstalledProgram.path("systemd-analyze"), ["verify", "--man=no"] + units)
        #expect(result.code == 0)
        #expect(result.errors.filter { $0.contains("activity-relay") } == [])
    }

    // MARK: Kubernetes

    private static let hasYAML =
        (try? CommandResult.of(program: InstalledProgram.path("python3"), ["-c", "import yaml"]).code) == 0

    @Test(.enabled(if: hasYAML, "Python has no yaml"))
    func `the manifest has the API's names, and its configuration, probes and times are the relay's`() throws {
        let result = try CommandResult.of(
            program: InstalledProgram.path("python3"),
            ["\(Fixtures.folder)/kubernetes.py", "\(Self.folder)/kubernetes.yaml"])
        let manifest = JSONValue(try #require(result.output.first, "\(result.errors)"))
        #expect(manifest["unknown"] == JSONValue("[]"))
        let objects = try #require(manifest["objects"])
        let configuration = try #require(objects["ConfigMap"]?["data"]?["relay.json"]?.stringValue)
        #expect(try check(configuration, secretsIn: "/etc/activity-relay/secrets").code == 0)
        let spec = try #require(objects.at("/Deployment/spec"))
        #expect(spec.number("/replicas") == 1)
        #expect(spec.text("/strategy/type") == "Recreate")
        let patience = try #require(spec.number("/template/spec/terminationGracePeriodSeconds"))
        #expect(patience > Self.stop(configuration))
        let container = try #require(spec.at("/template/spec/containers")?.arrayValue?.first)
        #expect(container.text("/readinessProbe/httpGet/path") == "/readyz")
        #expect(container.text("/livenessProbe/httpGet/path") == "/healthz")
        // The image's user, whom the store's folder belongs to.
        let user = try #require(spec.number("/template/spec/securityContext/runAsUser"))
        let image = String(decoding: Fixtures.bytes("../../Dockerfile"), as: UTF8.self)
        #expect(image.contains("--uid \(Int(user)) "))
    }
}
