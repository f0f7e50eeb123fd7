import HTTPServer

/// What a request shows to be let in.
struct Credentials {
    /// The Authorization field.
    var authorization: String?
    /// The fields of a signature; not looked at beside an Authorization.
    var signature: SignedRequest?

    init(authorization: String? = nil, signature: SignedRequest? = nil) {
        self.authorization = authorization
        self.signature = signature
    }

    /// Those of a request.
    init(_ headers: HeaderFields) {
        authorization = headers["authorization"]
        if authorization == nil { signature = SignedRequest(headers) }
    }
}
