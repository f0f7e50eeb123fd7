import Glibc

/// Whose a database file is, read from its newest first page without SQLite.
///
/// SQLite changes what it opens and closes: it plays a journal back that was left over, and moves a log into the
/// database. What is not ours is left as it is, so it must be known before.
struct SQLiteFileHead: Equatable {
    /// The application id; 0 where none was set.
    var applicationId: Int64
    /// The number of the schema's version, 0 where none was set.
    var version: Int64
    /// Whether there is no table or index.
    var isEmpty: Bool

    /// Reads the head of the database at `path`; nil where there is none yet, or an empty file.
    ///
    /// Throws `corrupt` for what is no database, `cannotOpen` for what cannot be read.
    static func read(_ path: String, name: String) throws(StoreError) -> SQLiteFileHead? {
        let file = try SQLiteRawFile(path, name: name)
        let log = try SQLiteRawFile(path + "-wal", name: name + "-wal")
        guard let file, file.size > 0 else {
            // SQLite would remove such a log: to it, what is in it belongs to a database that is gone.
            guard log == nil || log?.size == 0 else {
                throw StoreError(
                    .corrupt,
                    "\(name) is missing or empty, but its log \(name)-wal is there, with what was stored last; put the "
                        + "database back beside it, or move the log away.")
            }
            return nil
        }
        guard let page = try file.bytes(length, at: 0), page.starts(with: signature) else {
            throw StoreError(
                .corrupt, "\(name) is not a database; restore a backup or use another path for the store.")
        }
        return SQLiteFileHead(page: try newestPage(in: log) ?? page)
    }

    /// Throws `corrupt` for a database of another program, `tooNew` for one of a newer version than `newest`.
    func check(newest: Int, name: String) throws(StoreError) {
        guard applicationId == SQLiteSchema.applicationId || (applicationId == 0 && version == 0 && isEmpty) else {
            throw StoreError(.corrupt, "\(name) is a database of another program; use another path for the store.")
        }
        guard version <= newest else {
            throw StoreError(
                .tooNew,
                "\(name) was written by a newer version of this program (its format is \(version), this one "
                    + "knows up to \(newest)); use that version, or another path.")
        }
    }

    // MARK: The format, https://www.sqlite.org/fileformat2.html

    /// The sixteen bytes that every database begins with.
    private static let signature = Array("SQLite format 3\0".utf8)
    /// The header, and the beginning of the tree of tables behind it.
    private static let length = 108

    private init(page: [UInt8]) {
        version = Int64(Int32(bitPattern: Self.number(page, at: 60)))
        applicationId = Int64(Int32(bitPattern: Self.number(page, at: 68)))
        isEmpty = page[100] == 13 && page[103] == 0 && page[104] == 0
    }

    /// The beginning of the first page as the log has it from its last commit that holds one.
    ///
    /// Checksums are not looked at: SQLite does that, once it is to open the file.
    private static func newestPage(in log: SQLiteRawFile?) throws(StoreError) -> [UInt8]? {
        guard let log, let header = try log.bytes(32, at: 0) else { return nil }
        let pageSize = Int(number(header, at: 8))
        guard pageSize >= 512, pageSize <= 65_536 else { return nil }
        var offset = 32
        var waiting: Int?
        var newest: Int?
        while let frame = try log.bytes(24, at: offset), frame[8..<16] == header[16..<24] {
            if number(frame, at: 0) == 1 { waiting = offset + 24 }
            // A frame that ends a commit has the size of the database.
            if number(frame, at: 4) != 0 { newest = waiting ?? newest }
            offset += 24 + pageSize
        }
        guard let newest else { return nil }
        return try log.bytes(length, at: newest)
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> UInt32 {
        bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
