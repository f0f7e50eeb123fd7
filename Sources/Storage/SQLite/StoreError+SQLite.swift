import CSQLite

extension StoreError {
    /// Makes the error of an SQLite result code; `detail` is SQLite's own message.
    init(sqliteCode: Int32, detail: String, path: String) {
        let code = Self.code(of: sqliteCode)
        self.init(code, Self.sentence(code, detail: detail, path: path), sqliteCode: sqliteCode)
    }

    /// The lowest 8 bits are the primary result code. https://www.sqlite.org/rescode.html
    private static func code(of sqliteCode: Int32) -> Code {
        switch sqliteCode & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_FULL: .full
        // SQLITE_ERROR: our statements are sound, so a table or column they name is not there.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA: .corrupt
        case SQLITE_CANTOPEN, SQLITE_AUTH: .cannotOpen
        case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH: .misuse
        default: .io
        }
    }

    private static func sentence(_ code: Code, detail: String, path: String) -> String {
        switch code {
        case .busy: "Another program holds \(path) (\(detail)); let it finish. Nothing was stored."
        case .readOnly:
            "\(path) may not be written to (\(detail)); give the relay's user the right to. Nothing was stored."
        case .full: "There is no space left for \(path) (\(detail)); free some. Nothing was stored."
        case .corrupt:
            "\(path) is damaged or no database of this program (\(detail)); restore a backup or use another path."
        case .cannotOpen:
            "\(path) cannot be opened (\(detail)); check that its directory exists and the relay's user may write there."
        case .misuse: "\(path) was used wrongly (\(detail)); nothing was stored."
        default: "Reading or writing \(path) failed (\(detail)); check the disk. Nothing was stored."
        }
    }
}
