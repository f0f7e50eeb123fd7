/// The tables, and how a database of any earlier version gets them.
enum SQLiteSchema {
    /// Marks a database as one of this program ("ActR"), so that another program's is not taken for an empty one.
    ///
    /// > Applications that use SQLite as their application file-format should set the Application ID integer […]
    /// https://www.sqlite.org/pragma.html#pragma_application_id
    static let applicationId: Int64 = 0x4163_7452

    /// What each version added to the one before; never changed once released, only appended to.
    static let migrations = [version1, version2]

    /// Activities are updated with nearly every event, at random places, so each index that an update touches costs
    /// about as much as the row. `due` moves each time, so its order is kept in memory (`DueOrder`); what has an
    /// index moves when an activity is created, ends or changes hands.
    ///
    /// An owner comes and goes with each push, so it is not in the row: few activities have one at a time, and
    /// `handed_over`, a few pages, is all that is written when an outcome comes.
    ///
    /// `activities_by_start` holds the phase, so that a list of one phase looks at no other rows.
    /// `history` has no second index: entries point to their activity's previous one.
    /// `counters` remembers the highest number and id given to what has been removed since.
    private static let version1 = """
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

        CREATE TABLE activities (
            number INTEGER PRIMARY KEY,
            conversion_id TEXT NOT NULL UNIQUE,
            subscriber_id TEXT,
            started_at REAL NOT NULL,
            phase TEXT NOT NULL,
            precedes REAL,
            shown_until REAL,
            due REAL,
            history INTEGER NOT NULL,
            seen_count INTEGER NOT NULL,
            state BLOB NOT NULL
        );
        CREATE INDEX activities_by_start ON activities (started_at, number, phase);
        CREATE INDEX activities_by_precedes ON activities (subscriber_id, precedes) WHERE subscriber_id IS NOT NULL;
        CREATE INDEX activities_by_shown_until ON activities (subscriber_id, shown_until, started_at)
            WHERE subscriber_id IS NOT NULL AND shown_until IS NOT NULL;

        CREATE TABLE handed_over (activity INTEGER PRIMARY KEY, owner INTEGER NOT NULL);

        CREATE TABLE phases (phase TEXT PRIMARY KEY, activities INTEGER NOT NULL) WITHOUT ROWID;

        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            previous INTEGER NOT NULL,
            activity INTEGER NOT NULL,
            conversion_id TEXT,
            at REAL NOT NULL,
            kind INTEGER NOT NULL,
            body BLOB NOT NULL
        );

        CREATE TABLE seen (
            activity INTEGER NOT NULL,
            high INTEGER NOT NULL,
            low INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (activity, high, low)
        ) WITHOUT ROWID;

        CREATE TABLE registrations (
            id TEXT NOT NULL UNIQUE,
            subscriber_id TEXT NOT NULL,
            device_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            conversion_id TEXT,
            sender TEXT NOT NULL,
            body BLOB NOT NULL,
            registered_at REAL NOT NULL,
            expires REAL
        );
        -- NULL differs from NULL in an index, so the key needs two.
        CREATE UNIQUE INDEX registrations_by_key
            ON registrations (subscriber_id, device_id, kind, sender, conversion_id);
        CREATE UNIQUE INDEX registrations_by_general_key
            ON registrations (subscriber_id, device_id, kind, sender) WHERE conversion_id IS NULL;
        """

    /// What a registration is found by besides id and key: its activity, if it has one, and the end of its time, if it
    /// has one.
    private static let version2 = """
        CREATE INDEX registrations_by_activity ON registrations (conversion_id) WHERE conversion_id IS NOT NULL;
        CREATE INDEX registrations_by_expiry ON registrations (expires) WHERE expires IS NOT NULL;
        """

    /// Brings the database, which is ours or empty, to the newest version, each step whole or not at all.
    static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        for next in migrations.indices where next >= version {
            try apply(migrations[next], version: next + 1, to: connection)
        }
    }

    private static func apply(
        _ migration: String, version: Int, to connection: SQLiteConnection
    ) throws(StoreError) {
        try connection.execute("BEGIN IMMEDIATE")
        do {
            try connection.execute(migration)
            try connection.execute("PRAGMA application_id = \(applicationId); PRAGMA user_version = \(version); COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
