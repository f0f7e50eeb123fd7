// SQLite, and what Swift cannot call of it: variadic functions and macros that are casts.
#include <sqlite3.h>

#include "gathering_vfs.h"

// The connections are each used by one thread at a time, so SQLite's own locks are not needed, nor are its counts of
// memory in use, which take a lock at each allocation.
static inline void csqlite_configure(void) {
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Binds a copy of the text.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// Binds the bytes where they are; they must stay until the statement is reset.
static inline int csqlite_bind_blob_in_place(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_STATIC);
}

// Whether to leave the write-ahead log as it is when the connection closes.
static inline int csqlite_keep_log(sqlite3 *database, int keeps) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

// Keeps SQL that could damage the file, as a damaged schema might hold, from running.
static inline int csqlite_set_defensive(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
