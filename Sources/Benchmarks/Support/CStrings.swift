import Glibc

/// Texts as C takes them: an array of pointers that ends with a null.
final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
