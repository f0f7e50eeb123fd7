/// Registers a device for each activity that `ActivityLoader` loads.
enum RegistrationLoader {
    /// How many requests are under way at a time: a commit takes many as well as one.
    private static let window = 64
    private static let tokenDigits = 160

    /// Registers for so many activities.
    static func load(_ count: Int, port: Int) throws {
        let posters = try (0..<window).map { _ in try EventPoster(port: port) }
        for first in stride(from: 0, to: count, by: window) {
            let numbers = first..<min(first + window, count)
            for (poster, number) in zip(posters, numbers) {
                try poster.send(Array(registration(number).utf8), to: "/v1/registrations")
            }
            for (poster, _) in zip(posters, numbers) {
                let answer = try poster.readAnswer()
                guard answer.status == 201 else {
                    throw BenchmarkFailure("a registration was answered \(answer.status) \(answer.body)")
                }
            }
        }
    }

    /// The token of an activity's device.
    static func token(_ number: Int) -> String {
        let name = Number.padded(number, to: 7)
        return String(repeating: "a", count: tokenDigits - name.count) + name
    }

    private static func registration(_ number: Int) -> String {
        let name = Number.padded(number, to: 7)
        return """
            {"subscriberId":"user-\(name)","conversionId":"gen-\(name)","kind":"update","sender":"apns",\
            "token":"\(token(number))"}
            """
    }
}
