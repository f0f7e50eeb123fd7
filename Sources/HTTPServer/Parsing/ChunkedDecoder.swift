/// Undoes the chunked transfer coding (RFC 9112, section 7.1), over as many pieces as it comes in.
///
/// Extensions are ignored and trailers dropped, both within bounds.
struct ChunkedDecoder: Sendable {
    /// How many bytes of chunk extensions one body may have in all.
    static let maximumExtensionBytes = 4096

    private enum Place: Sendable {
        case size, blank, extensions, sizeEnd, data, dataReturn, dataEnd, trailer
    }

    private let maximumTrailerBytes: Int
    private var place = Place.size
    private var size = 0
    private var digits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var line: [UInt8] = []

    /// The bytes of data so far.
    private(set) var total = 0

    init(maximumTrailerBytes: Int) {
        self.maximumTrailerBytes = maximumTrailerBytes
    }

    /// Reads on from `position`, hands ranges of data to `take`; true at the end of the body.
    mutating func next(
        _ input: borrowing Span<UInt8>, _ position: inout Int, maximum: Int, into body: inout [UInt8], keeps: Bool
    ) throws(RequestFault) -> Bool {
        while position < input.count {
            if place == .data {
                takeData(input, &position, into: &body, keeps: keeps)
                continue
            }
            let byte = input[position]
            position += 1
            if try take(byte, maximum: maximum) { return true }
        }
        return false
    }

    private mutating func takeData(
        _ input: borrowing Span<UInt8>, _ position: inout Int, into body: inout [UInt8], keeps: Bool
    ) {
        let count = min(size, input.count - position)
        if keeps { body.append(input, in: position..<position + count) }
        position += count
        size -= count
        if size == 0 { place = .dataReturn }
    }

    private mutating func take(_ byte: UInt8, maximum: Int) throws(RequestFault) -> Bool {
        switch place {
        case .size: try takeSize(byte)
        case .blank, .extensions: try takeExtension(byte)
        case .sizeEnd: try endSize(byte, maximum: maximum)
        case .dataReturn: place = try ChunkedDecoder.expect(byte, ASCII.carriageReturn, then: .dataEnd)
        case .dataEnd: place = try ChunkedDecoder.expect(byte, ASCII.lineFeed, then: .size)
        case .trailer: return try takeTrailer(byte)
        case .data: break
        }
        return false
    }

    private static func expect(_ byte: UInt8, _ wanted: UInt8, then next: Place) throws(RequestFault) -> Place {
        guard byte == wanted else { throw .malformed("A chunk does not end in CR LF where its size says.") }
        return next
    }

    private mutating func takeSize(_ byte: UInt8) throws(RequestFault) {
        if let digit = ASCII.hexValue(byte) {
            digits += 1
            if digits > 16 || size > Int.max >> 4 { throw .malformed("A chunk size is too large a number.") }
            size = size << 4 | Int(digit)
            return
        }
        guard digits > 0 else { throw .malformed("A chunk has no size.") }
        switch byte {
        case ASCII.carriageReturn: place = .sizeEnd
        case ASCII.semicolon: place = .extensions
        case ASCII.space, ASCII.tab: place = .blank
        default: throw .malformed("A chunk size is not a hexadecimal number.")
        }
    }

    /// RFC 9112, section 7.1.1: blanks may stand before the semicolon, nothing else.
    private mutating func takeExtension(_ byte: UInt8) throws(RequestFault) {
        extensionBytes += 1
        if extensionBytes > ChunkedDecoder.maximumExtensionBytes { throw .malformed("Chunk extensions are too long.") }
        if place == .blank {
            if byte == ASCII.semicolon {
                place = .extensions
            } else if !ASCII.isBlank(byte) {
                throw .malformed("A chunk size is not a hexadecimal number.")
            }
        } else if byte == ASCII.carriageReturn {
            place = .sizeEnd
        } else if !ASCII.isFieldValue(byte) {
            throw .malformed("A chunk extension holds a control character.")
        }
    }

    private mutating func endSize(_ byte: UInt8, maximum: Int) throws(RequestFault) {
        guard byte == ASCII.lineFeed else { throw .malformed("A chunk size does not end in CR LF.") }
        digits = 0
        if size > maximum - total { throw RequestFault(413, "The body is longer than \(maximum) bytes.") }
        total += size
        place = size == 0 ? .trailer : .data
    }

    private mutating func takeTrailer(_ byte: UInt8) throws(RequestFault) -> Bool {
        trailerBytes += 1
        if trailerBytes > maximumTrailerBytes { throw RequestFault(431, "The trailer is too long.") }
        guard byte == ASCII.lineFeed else {
            line.append(byte)
            return false
        }
        guard line.last == ASCII.carriageReturn else { throw .malformed("A trailer line does not end in CR LF.") }
        if line.count == 1 { return true }
        _ = try FieldLine(line.span, in: 0..<line.count - 1, origin: 0)
        line.removeAll(keepingCapacity: true)
        return false
    }
}
