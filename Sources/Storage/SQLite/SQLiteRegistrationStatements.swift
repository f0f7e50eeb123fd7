/// The statements of a transaction on registrations.
final class SQLiteRegistrationStatements {
    let delete: SQLiteStatement
    private let replacement: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        delete = try connection.prepare("DELETE FROM registrations WHERE id = ?")
        // > When a UNIQUE or PRIMARY KEY constraint violation occurs, the REPLACE algorithm deletes pre-existing rows
        // > that are causing the constraint violation prior to inserting or updating the current row […].
        // https://www.sqlite.org/lang_conflict.html
        replacement = try connection.prepare(
            """
            INSERT OR REPLACE INTO registrations (\(RegistrationRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// Stores the registration in place of those with the same id or the same key.
    func put(_ registration: RegistrationRow) throws(StoreError) {
        try replacement.bind(1, registration.id)
        try replacement.bind(2, registration.subscriberId)
        try replacement.bind(3, registration.deviceId)
        try replacement.bind(4, registration.kind)
        try replacement.bind(5, registration.conversionId)
        try replacement.bind(6, registration.sender)
        try replacement.bind(7, registration.registeredAt)
        try replacement.bind(8, registration.expires)
        try replacement.run(9, registration.body)
    }
}
