/// The HTTP API as an OpenAPI 3.1 document.
enum OpenAPI {
    /// The document, UTF-8.
    static let document = Array(text.utf8)
}
