import CSQLite

/// A prepared statement; finalized when it is gone, before its connection.
///
/// Bind, then run: each run resets the statement and clears what was bound.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    /// Takes the statement over.
    init(_ handle: OpaquePointer, connection: SQLiteConnection) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }
}

// MARK: - Binding

extension SQLiteStatement {
    /// Binds an integer, nil as NULL. Parameters count from 1.
    func bind(_ index: Int32, _ value: Int64?) throws(StoreError) {
        guard let value else { return try bindNull(index) }
        try connection.check(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds a floating-point number, nil as NULL.
    func bind(_ index: Int32, _ value: Double?) throws(StoreError) {
        guard let value else { return try bindNull(index) }
        try connection.check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds a copy of a text, nil as NULL.
    func bind(_ index: Int32, _ value: String?) throws(StoreError) {
        guard var value else { return try bindNull(index) }
        let result = value.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { text in
                // A text without an address would become NULL.
                guard let start = text.baseAddress else { return csqlite_bind_text(handle, index, "", 0) }
                return csqlite_bind_text(handle, index, start, Int32(clamping: text.count))
            }
        }
        try connection.check(result)
    }

    private func bindNull(_ index: Int32) throws(StoreError) {
        try connection.check(sqlite3_bind_null(handle, index))
    }
}

// MARK: - Running

extension SQLiteStatement {
    /// Runs a statement that returns no rows.
    func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    /// Runs a statement that returns no rows; how many it inserted, updated or deleted.
    func runAndCount() throws(StoreError) -> Int {
        try run()
        return connection.changes
    }

    /// Runs a statement that returns no rows, with `bytes` as one more parameter that is not copied.
    func run(_ index: Int32, _ bytes: [UInt8]) throws(StoreError) {
        defer { reset() }
        try bytes.withUnsafeBufferPointer { buffer throws(StoreError) in
            if let start = buffer.baseAddress, !buffer.isEmpty {
                try connection.check(csqlite_bind_blob_in_place(handle, index, start, UInt64(buffer.count)))
            } else {
                try connection.check(sqlite3_bind_zeroblob(handle, index, 0))
            }
            while try step() {}
        }
    }

    /// What `read` makes of the first row; nil if there is none.
    func first<Value>(_ read: (SQLiteStatement) -> Value?) throws(StoreError) -> Value? {
        defer { reset() }
        return try step() ? read(self) : nil
    }

    /// What `read` makes of each row.
    func all<Value>(_ read: (SQLiteStatement) -> Value) throws(StoreError) -> [Value] {
        defer { reset() }
        var values: [Value] = []
        while try step() {
            values.append(read(self))
        }
        return values
    }

    /// Whether there was another row.
    private func step() throws(StoreError) -> Bool {
        try connection.checkIntact()
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        try connection.check(result)
        return false
    }

    private func reset() {
        // The result is that of the last step, which has been dealt with.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

// MARK: - Columns of the row at hand

extension SQLiteStatement {
    /// The column as an integer. Columns count from 0; whatever else the file holds there is converted.
    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// The column as an integer, nil for NULL.
    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, column)
    }

    /// The column as a floating-point number.
    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// The column as a floating-point number, nil for NULL.
    func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    /// The column as a text; bytes that are no UTF-8 are replaced.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column as a text, nil for NULL.
    func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The column as bytes.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }
}
