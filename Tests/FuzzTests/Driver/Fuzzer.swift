import Glibc

/// What libFuzzer calls with each input: `Config/fuzz` says in the environment which place it is for.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if let fault = Fuzzer.input.fault(Array(UnsafeBufferPointer(start: start, count: count))) { fatalError(fault) }
    return 0
}

/// The fuzzer that the environment asks for.
enum Fuzzer {
    static let input: FuzzInput = {
        let name = getenv("FUZZ_INPUT").map { String(cString: $0) } ?? ""
        if let input = FuzzInput.named(name) { return input }
        print("a fuzzer is one of: \(FuzzInput.all.map { $0.name }.joined(separator: " "))")
        exit(2)
    }()
}
