/// Why the store could not do what it was asked; what was asked has then not been done at all.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, to decide by.
    public var code: Code
    /// A plain sentence: what failed, on which file, and what helps.
    public var message: String
    /// SQLite's extended result code, where SQLite reported the failure.
    public var sqliteCode: Int32?

    /// Makes an error; `message` is a whole sentence.
    public init(_ code: Code, _ message: String, sqliteCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.sqliteCode = sqliteCode
    }

    /// The message; it holds no row contents.
    public var description: String { message }
}

extension StoreError {
    /// The kinds of failure. More may be added: decide by the ones you know, treat the rest as `io`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case busy, locked, readOnly, full, corrupt, tooNew, io, cannotOpen, replaced, cancelled, misuse
        }

        private let kind: Kind

        /// Another program holds the database for the moment; try again.
        public static let busy = Code(kind: .busy)
        /// Another relay holds the store.
        public static let locked = Code(kind: .locked)
        /// The store may not be written to.
        public static let readOnly = Code(kind: .readOnly)
        /// The disk or the database's permitted size is used up.
        public static let full = Code(kind: .full)
        /// The file is no database of this program, or a damaged one.
        public static let corrupt = Code(kind: .corrupt)
        /// A newer version of this program wrote the store.
        public static let tooNew = Code(kind: .tooNew)
        /// Reading or writing failed.
        public static let io = Code(kind: .io)
        /// The store cannot be opened or created.
        public static let cannotOpen = Code(kind: .cannotOpen)
        /// Files that the store uses were removed or replaced.
        public static let replaced = Code(kind: .replaced)
        /// Whoever asked for it has asked to leave it.
        public static let cancelled = Code(kind: .cancelled)
        /// The caller broke a rule of this interface.
        public static let misuse = Code(kind: .misuse)

        /// The code's name.
        public var description: String { kind.rawValue }
    }
}
