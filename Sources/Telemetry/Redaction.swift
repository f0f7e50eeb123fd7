/// What may be shown of what should not be shown.
public enum Redaction {
    private static let shown = 8

    /// The first 8 characters of a token and "…": enough to tell two apart. Of a token of less than 16, half.
    public static func token(_ token: some StringProtocol) -> String {
        let isLong = token.count >= 2 * shown
        return token.prefix(isLong ? shown : token.count / 2) + "…"
    }
}
