import JSON
import TestSupport
import Testing

@Suite struct ByteTests {
    @Test(arguments: 0...255) func `any byte inside a string`(byte: Int) {
        let error = fault(in: [0x22, UInt8(byte), 0x22])
        switch byte {
        case 0x00...0x1F: #expect(error?.kind == .syntax && error?.byte == 1)
        case 0x22: #expect(error?.kind == .syntax && error?.byte == 2)
        case 0x5C: #expect(error?.kind == .syntax && error?.byte == 3)
        case 0x80...0xFF: #expect(error?.kind == .encoding && error?.byte == 1)
        default: #expect(error == nil)
        }
    }

    @Test(arguments: 0...255) func `any byte where a value is expected`(byte: Int) {
        let byte = UInt8(byte)
        let error = fault(in: [0x5B, byte, 0x5D])
        let accepted = Array("0123456789 \t\r\n]".utf8)
        // A second closing bracket ends the text too early; all else begins no value or none that is whole.
        #expect((error == nil) == (accepted.contains(byte) && byte != 0x5D), "\(String(describing: error))")
        #expect(error == nil || error?.kind == .syntax)
    }

    @Test(arguments: 0...255) func `any byte after a value`(byte: Int) {
        let byte = UInt8(byte)
        let error = fault(in: [0x5B, 0x5D, byte])
        #expect((error == nil) == [0x20, 0x09, 0x0A, 0x0D].contains(byte))
        #expect(error == nil || (error?.kind == .syntax && error?.byte == 2))
    }

    @Test(arguments: 0...255) func `any byte after a backslash`(byte: Int) {
        let byte = UInt8(byte)
        let error = fault(in: [0x22, 0x5C, byte, 0x22])
        #expect((error == nil) == Array("\"\\/bfnrt".utf8).contains(byte) || byte == 0x22)
        #expect(error == nil || error?.kind == .syntax)
    }

    @Test func `any two bytes in a string are taken as the standard library takes them`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max where !ended([first, second]) {
                let isValid = String(validating: [first, second], as: UTF8.self) != nil
                #expect((fault(in: [0x22, first, second, 0x22]) == nil) == isValid, "\(first) \(second)")
            }
        }
    }

    @Test func `any lead and second byte of a long sequence are taken as the standard library takes them`() {
        for lead in UInt8(0xDF)...0xF8 {
            for second in UInt8.min...UInt8.max where !ended([second]) {
                for tail: [UInt8] in [[0x80], [0x80, 0xBF], [0x80, 0xC0], [0x7F]] {
                    let text = [lead, second] + tail
                    let isValid = String(validating: text, as: UTF8.self) != nil
                    #expect((fault(in: [0x22] + text + [0x22]) == nil) == isValid, "\(text)")
                }
            }
        }
    }

    /// Whether bytes mean something to JSON of their own.
    private func ended(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    }

    @Test func `every truncation of a rich text is a fault`() throws {
        let bytes = Array(richText.utf8)
        _ = try read(bytes)
        for count in bytes.indices {
            let cut = Array(bytes[..<count])
            let error = try #require(fault(in: cut), "\(count)")
            #expect(error.byte <= count)
            #expect(skipFault(in: cut) == error)
        }
    }

    @Test func `a reader of a part of the bytes sees nothing beyond it`() throws {
        let bytes = Array(richText.utf8)
        for count in bytes.indices {
            var reader = JSONReader(bytes, range: 0..<count)
            #expect(throws: JSONError.self) { try reader.skipValue() }
        }
    }

    @Test(arguments: 0..<4) func `whatever is done to a text, all ways to read it agree`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let original = Array(richText.utf8)
        let telling = Array("\"\\{}[],:0123456789.eE+-tfnu \n\u{0}".utf8) + [0x80, 0xC3, 0xED, 0xA0, 0xF4, 0xFF]
        var accepted = 0
        for _ in 0..<5000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&bytes, telling, &generator) }
            let error = fault(in: bytes)
            #expect(skipFault(in: bytes) == error)
            #expect(rawFault(in: bytes) == error)
            guard error == nil else { continue }
            accepted += 1
            let value = try read(bytes)
            #expect(try read(value.canonical) == value)
        }
        #expect(accepted > 100)
    }

    private func mutate(_ bytes: inout [UInt8], _ telling: [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = telling.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        case 3: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 4:
            let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
            bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
        default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
        }
    }
}
