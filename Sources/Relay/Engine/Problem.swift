import JSON

/// What is wrong with a request, for an `application/problem+json` answer (RFC 9457).
struct Problem: Error, Equatable {
    /// The HTTP status.
    var status: Int
    /// What is wrong, and what helps, in plain words.
    var detail: String
    /// JSON Pointer to the field at fault; a missing one by its parent.
    var pointer: String?

    init(status: Int, detail: String, pointer: String? = nil) {
        self.status = status
        self.detail = detail
        self.pointer = pointer
    }

    /// A fault in a JSON text.
    init(_ fault: JSONError) {
        status = 400
        let place = fault.kind == .syntax || fault.kind == .encoding ? " (byte \(fault.byte))" : ""
        detail = fault.message + place
        pointer = fault.pointer
    }

    /// A fault in a body; that one is empty is said as such.
    init(_ fault: JSONError, in body: ArraySlice<UInt8>) {
        self.init(fault)
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        if body.allSatisfy(blanks.contains) { detail = "the body is empty" }
    }

    /// The store holds something that this version cannot read.
    static func unreadable(_ fault: JSONError) -> Problem {
        Problem(
            status: 500, detail: "the stored state of this activity cannot be read: \(fault.pointer): \(fault.message)")
    }

    /// A query that cannot be read.
    static let brokenQuery = Problem(status: 400, detail: "the query's percent-encoding is broken")

    /// A parameter of a query that comes twice.
    static func repeatedParameter(_ name: String) -> Problem {
        Problem(status: 400, detail: "the parameter \"\(LogText.shortened(name))\" comes more than once")
    }

    /// A parameter of a query that is none here.
    static func unknownParameter(_ name: String) -> Problem {
        Problem(status: 400, detail: "unknown parameter \"\(LogText.shortened(name))\"")
    }

    static let foreignSubscriber = Problem(
        status: 409, detail: "the activity belongs to another subscriber; nothing was applied", pointer: "/subscriberId"
    )
    static let unknownRegistration = Problem(status: 404, detail: "no registration of this id is known")
    static let unknownActivity = Problem(status: 404, detail: "no activity of this conversionId is known")
}
