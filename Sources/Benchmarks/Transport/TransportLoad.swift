/// What is sent, and where to.
struct TransportLoad {
    /// With `^` as in the sample.
    var url: String
    var sample: SampleRequest
    /// A file with the one certificate that is trusted.
    var caFile: String
    var requests: Int
    /// How many requests are under way at a time.
    var window: Int
}
