import JSON

/// Reads one whole text as a tree.
func read(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, limits: limits)
    let value = try reader.readValue()
    try reader.finish()
    return value
}

func read(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    try read(Array(text.utf8), limits: limits)
}

/// The fault that reading `bytes` as a tree ends in, nil if it is accepted.
func fault(in bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONError? {
    do {
        _ = try read(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// The fault that passing over `bytes` without a tree ends in, nil if it is accepted.
func skipFault(in bytes: [UInt8]) -> JSONError? {
    var reader = JSONReader(bytes)
    do {
        try reader.skipValue()
        try reader.finish()
        return nil
    } catch {
        return error
    }
}

/// The fault that taking `bytes` as raw JSON ends in, nil if it is accepted.
func rawFault(in bytes: [UInt8]) -> JSONError? {
    var reader = JSONReader(bytes)
    do {
        _ = try reader.readRaw()
        try reader.finish()
        return nil
    } catch {
        return error
    }
}

/// The bytes of a text in which `\xHH` stands for one byte.
func bytes(_ text: String) -> [UInt8] {
    let input = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < input.count {
        if input[index...].starts(with: "\\x".utf8), index + 4 <= input.count,
            let byte = UInt8(String(decoding: input[index + 2..<index + 4], as: UTF8.self), radix: 16)
        {
            output.append(byte)
            index += 4
        } else {
            output.append(input[index])
            index += 1
        }
    }
    return output
}

/// A text with something of everything.
let richText = #"""
    {"conversionId":"gen-2","status":"generating","progress":0.42,"estimatedCompletionDate":1790000060.25,
    "trackTitle":"Rain on Gl\u00e4ss \ud83c\udfb5 雨 \"quoted\" \\ \/ \b\f\n\r\t","sequence":-17,"none":null,"yes":true,
    "no":false,"empty":{},"list":[],"nested":{"a":[1,[2,{"b":[{}]}],"x"],"c/d":{"~":1e-7}},"big":123456789012345678901}
    """#
