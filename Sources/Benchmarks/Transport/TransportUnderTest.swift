/// Something that sends requests over HTTP/2, measured in turns with others of its kind.
protocol TransportUnderTest {
    /// What it is called in the table.
    var name: String { get }
    /// What its rate is to be of the plain libcurl loop's, at least; nil where it is only looked at.
    var lowestRatio: Double? { get }

    /// POSTs the requests of a load on as few connections as it can, and waits for their answers.
    func run(_ load: TransportLoad) throws -> TransportResult
}

extension TransportUnderTest {
    var lowestRatio: Double? { nil }
}
