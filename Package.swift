// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: the language as it will be, and no warning goes unseen.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// The targets that touch no C: an unsafe construct there is an error.
let pure: [SwiftSetting] = common + [.strictMemorySafety()]

/// What fuzzers run: in a test over what they have kept, or, where `Config/fuzz` asks for it, as a program of libFuzzer.
let fuzzed: [Target.Dependency] = [
    "Relay", "ActivityResolver", "HTTPServer", "JSON", "Push", "Telemetry",
]
let fuzzing: Target =
    Context.environment["FUZZERS"] == nil
    ? .testTarget(
        name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], exclude: ["Driver"], swiftSettings: common)
    : .executableTarget(
        name: "Fuzzers", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["CorpusTests.swift"],
        swiftSettings: common, linkerSettings: [.linkedLibrary("stdc++")])

let package = Package(
    name: "activity-relay",
    products: [
        .executable(name: "activity-relay", targets: ["ActivityRelay"]),
        .executable(name: "apns-simulator", targets: ["APNsSimulator"]),
        .library(name: "ActivityResolver", targets: ["ActivityResolver"]),
    ],
    targets: [
        .target(name: "ActivityResolver", swiftSettings: pure),
        .target(name: "JSON", swiftSettings: pure),
        .target(name: "Telemetry", swiftSettings: pure),
        .target(name: "Crypto", dependencies: ["CCrypto"], swiftSettings: common),
        .target(name: "HTTPServer", dependencies: ["Telemetry", "CLinux"], swiftSettings: common),
        .target(name: "Storage", dependencies: ["CLinux", "CSQLite", "Telemetry"], swiftSettings: common),
        .target(
            name: "Push", dependencies: ["ActivityResolver", "CCurl", "CLinux", "JSON", "Crypto", "Telemetry"],
            swiftSettings: common),
        .target(
            name: "Relay",
            dependencies: [
                "ActivityResolver", "CLinux", "JSON", "Crypto", "HTTPServer", "Push", "Storage", "Telemetry",
            ],
            // The page is in the program, which needs no file beside it.
            resources: [.embedInCode("Dashboard/Page")],
            swiftSettings: common),
        .executableTarget(name: "ActivityRelay", dependencies: ["Relay"], swiftSettings: common),
        .executableTarget(
            name: "APNsSimulator",
            dependencies: ["CLinux", "CNGHTTP2", "CSSL", "Crypto", "HTTPServer", "JSON", "Telemetry"],
            swiftSettings: common),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "APNsSimulator", "ActivityResolver", "CLinux", "Crypto", "HTTPServer", "JSON", "PlainCurlLoop", "Push",
                "Relay",
                "Storage",
            ],
            swiftSettings: common),
        .executableTarget(
            name: "PlainCurlLoop", dependencies: ["CCurl"],
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("curl")]),

        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // Without pkg-config: what it says of libcurl holds flags that the package manager refuses with a warning.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "CSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        .target(
            name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport", swiftSettings: common),
        .testTarget(
            name: "ActivityResolverTests", dependencies: ["ActivityResolver", "TestSupport"], swiftSettings: common),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: common),
        .testTarget(name: "TelemetryTests", dependencies: ["Telemetry"], swiftSettings: common),
        .testTarget(name: "CryptoTests", dependencies: ["Crypto"], swiftSettings: common),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["HTTPServer", "Telemetry", "TestSupport"], swiftSettings: common),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "Telemetry", "TestSupport"], swiftSettings: common),
        .testTarget(
            name: "PushTests", dependencies: ["Push", "ActivityResolver", "APNsSimulator", "JSON", "TestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "Relay", "ActivityResolver", "Crypto", "HTTPServer", "JSON", "Push", "Storage", "Telemetry",
                "TestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "ResolverPropertyTests",
            dependencies: ["Relay", "ActivityResolver", "JSON", "Push", "Storage", "TestSupport"],
            swiftSettings: common),
        fuzzing,
        .testTarget(
            name: "APNsSimulatorTests",
            dependencies: ["APNsSimulator", "Crypto", "HTTPServer", "JSON", "TestSupport"], swiftSettings: common),
        .testTarget(
            name: "ActivityRelayTests",
            dependencies: ["ActivityRelay", "APNsSimulator", "Crypto", "HTTPServer", "JSON", "TestSupport"],
            swiftSettings: common),
    ],
    swiftLanguageModes: [.v6]
)
