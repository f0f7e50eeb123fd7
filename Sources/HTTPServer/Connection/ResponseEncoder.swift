/// Writes answers as bytes: status line, Date, Content-Type, Content-Length, further fields, Connection, body.
enum ResponseEncoder {
    /// Appends `response` to `output`. `date` is a whole `Date` line; `closes`: whether `Connection: close` is said;
    /// of a body whose `length` is not told nothing is appended.
    static func append(
        _ response: borrowing Response, to output: inout [UInt8], slot: Slot, closes: Bool, length: BodyLength = .told,
        date: [UInt8]
    ) {
        let status = 200...599 ~= response.status ? response.status : 500
        // RFC 9110, sections 8.6 and 15.4.5: no length with 204, and none with 304 unless it were that of the 200.
        let hasBody = status != 204 && status != 304
        appendStatusLine(status, to: &output)
        output.append(contentsOf: date)
        if let type = response.contentType, hasBody {
            output.append("Content-Type: ")
            output.appendValue(type)
        }
        if hasBody { appendLength(length, response.body.count, to: &output) }
        for (name, value) in response.headers {
            output.append(contentsOf: name.utf8)
            output.append(": ")
            output.appendValue(value)
        }
        if closes {
            output.append("Connection: close\r\n")
        } else if slot.saysKeepAlive {
            output.append("Connection: keep-alive\r\n")
        }
        output.append("\r\n")
        if hasBody, !slot.omitsBody, case .told = length { output.append(contentsOf: response.body) }
    }

    private static func appendLength(_ length: BodyLength, _ count: Int, to output: inout [UInt8]) {
        switch length {
        case .told:
            output.append("Content-Length: ")
            output.append(decimal: count)
            output.append("\r\n")
        case .chunked: output.append("Transfer-Encoding: chunked\r\n")
        case .untilClose: break
        }
    }

    private static func appendStatusLine(_ status: Int, to output: inout [UInt8]) {
        if let line = StatusLine.known(status) {
            output.append(line)
            return
        }
        output.append("HTTP/1.1 ")
        output.append(decimal: status)
        // RFC 9112, section 4: the space stays where the reason is empty.
        output.append(" \r\n")
    }
}

extension [UInt8] {
    /// Appends the text's bytes.
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number that is not negative.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
    }

    /// Appends a field's value and CR LF; a CR, LF or NUL in it becomes a space, so that no value can add a line.
    mutating func appendValue(_ value: String) {
        for byte in value.utf8 {
            let breaks = byte == ASCII.carriageReturn || byte == ASCII.lineFeed || byte == 0
            append(breaks ? ASCII.space : byte)
        }
        append("\r\n")
    }
}
