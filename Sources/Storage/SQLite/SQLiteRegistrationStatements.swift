/// The statements of a transaction on registrations.
final class SQLiteRegistrationStatements {
    private let deletion: SQLiteStatement
    private let deletionOfActivity: SQLiteStatement
    private let replacement: SQLiteStatement
    private let expiredDeletion: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        deletion = try connection.prepare("DELETE FROM registrations WHERE id = ?")
        // > When a UNIQUE or PRIMARY KEY constraint violation occurs, the REPLACE algorithm deletes pre-existing rows
        // > that are causing the constraint violation prior to inserting or updating the current row […].
        // https://www.sqlite.org/lang_conflict.html
        replacement = try connection.prepare(
            """
            INSERT OR REPLACE INTO registrations (\(RegistrationRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        // INDEXED BY: without its index the statement fails in a test, and does not become slow in use.
        deletionOfActivity = try connection.prepare(
            "DELETE FROM registrations INDEXED BY registrations_by_activity WHERE conversion_id = ?")
        expiredDeletion = try connection.prepare(
            """
            DELETE FROM registrations WHERE rowid IN (
                SELECT rowid FROM registrations INDEXED BY registrations_by_expiry
                WHERE expires <= ? ORDER BY expires LIMIT ?)
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

    /// Removes the one of that id; returns how many those were.
    func delete(id: String) throws(StoreError) -> Int {
        try deletion.bind(1, id)
        return try deletion.runAndCount()
    }

    /// Removes those of the activity; returns how many those were.
    func delete(conversionId: String) throws(StoreError) -> Int {
        try deletionOfActivity.bind(1, conversionId)
        return try deletionOfActivity.runAndCount()
    }

    /// Removes the earliest expired by `now`, at most `limit`; returns how many.
    func removeExpired(by now: Double, limit: Int) throws(StoreError) -> Int {
        try expiredDeletion.bind(1, now)
        try expiredDeletion.bind(2, Int64(max(limit, 0)))
        return try expiredDeletion.runAndCount()
    }
}
