// A VFS that is the default one but for the write-ahead log: what a commit appends there, two small writes for each page,
// is gathered and written in one piece, and a commit does not wait until it is on the disk.
//
// What else a VFS does is the default one's, whose functions, the opening of files aside, look at nothing of their own.

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define CSQLITE_GATHERING_VFS "gathering"

// How much is gathered at most: a page of the largest size. The default VFS writes less than 128 KiB in one piece, and takes
// more for a full disk.
#define CSQLITE_GATHERED_BYTES (64 * 1024)

// A write-ahead log. The default VFS's file follows it in memory.
typedef struct {
    sqlite3_file base;
    char *gathered;        // null until the first write: most connections only read
    int count;             // bytes gathered
    sqlite3_int64 offset;  // where they belong in the file
} csqlite_log;

static inline sqlite3_file *csqlite_inner(sqlite3_file *file) { return (sqlite3_file *)((csqlite_log *)file + 1); }

// Writes what was gathered. What cannot be written is forgotten: the commit that it is of fails, and another begins there.
static inline int csqlite_log_flush(sqlite3_file *file) {
    csqlite_log *log = (csqlite_log *)file;
    int count = log->count;
    log->count = 0;
    if (count == 0) return SQLITE_OK;
    sqlite3_file *inner = csqlite_inner(file);
    return inner->pMethods->xWrite(inner, log->gathered, count, log->offset);
}

static inline int csqlite_log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    csqlite_log *log = (csqlite_log *)file;
    if (!log->gathered && !(log->gathered = malloc(CSQLITE_GATHERED_BYTES))) return SQLITE_NOMEM;
    int follows = log->count > 0 && offset == log->offset + log->count && count <= CSQLITE_GATHERED_BYTES - log->count;
    if (!follows) {
        int result = csqlite_log_flush(file);
        if (result != SQLITE_OK) return result;
        if (count > CSQLITE_GATHERED_BYTES) {
            sqlite3_file *inner = csqlite_inner(file);
            return inner->pMethods->xWrite(inner, bytes, count, offset);
        }
        log->offset = offset;
    }
    memcpy(log->gathered + log->count, bytes, count);
    log->count += count;
    return SQLITE_OK;
}

// A commit's sync is a normal one and comes before others may see the commit: it only writes. Who is to be sure that the
// commit outlasts a loss of power syncs the file. A checkpoint's is a full one (PRAGMA checkpoint_fullfsync), and real.
static inline int csqlite_log_sync(sqlite3_file *file, int flags) {
    int result = csqlite_log_flush(file);
    if (result != SQLITE_OK || (flags & 0x0f) != SQLITE_SYNC_FULL) return result;
    sqlite3_file *inner = csqlite_inner(file);
    return inner->pMethods->xSync(inner, flags);
}

static inline int csqlite_log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int result = csqlite_log_flush(file);
    sqlite3_file *inner = csqlite_inner(file);
    return result != SQLITE_OK ? result : inner->pMethods->xRead(inner, bytes, count, offset);
}

static inline int csqlite_log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = csqlite_log_flush(file);
    sqlite3_file *inner = csqlite_inner(file);
    return result != SQLITE_OK ? result : inner->pMethods->xTruncate(inner, size);
}

static inline int csqlite_log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int result = csqlite_log_flush(file);
    sqlite3_file *inner = csqlite_inner(file);
    return result != SQLITE_OK ? result : inner->pMethods->xFileSize(inner, size);
}

static inline int csqlite_log_close(sqlite3_file *file) {
    csqlite_log *log = (csqlite_log *)file;
    int result = csqlite_log_flush(file);
    sqlite3_file *inner = csqlite_inner(file);
    int closed = inner->pMethods->xClose(inner);
    free(log->gathered);
    log->gathered = 0;
    return result != SQLITE_OK ? result : closed;
}

static inline int csqlite_log_lock(sqlite3_file *file, int level) {
    return csqlite_inner(file)->pMethods->xLock(csqlite_inner(file), level);
}

static inline int csqlite_log_unlock(sqlite3_file *file, int level) {
    return csqlite_inner(file)->pMethods->xUnlock(csqlite_inner(file), level);
}

static inline int csqlite_log_reserved(sqlite3_file *file, int *is_reserved) {
    return csqlite_inner(file)->pMethods->xCheckReservedLock(csqlite_inner(file), is_reserved);
}

static inline int csqlite_log_control(sqlite3_file *file, int operation, void *argument) {
    return csqlite_inner(file)->pMethods->xFileControl(csqlite_inner(file), operation, argument);
}

static inline int csqlite_log_sector(sqlite3_file *file) {
    return csqlite_inner(file)->pMethods->xSectorSize(csqlite_inner(file));
}

// Without powersafe overwrite SQLite pads a commit, and syncs before the padding is written.
static inline int csqlite_log_device(sqlite3_file *file) {
    return csqlite_inner(file)->pMethods->xDeviceCharacteristics(csqlite_inner(file)) | SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods csqlite_log_methods = {
    .iVersion = 1,
    .xClose = csqlite_log_close,
    .xRead = csqlite_log_read,
    .xWrite = csqlite_log_write,
    .xTruncate = csqlite_log_truncate,
    .xSync = csqlite_log_sync,
    .xFileSize = csqlite_log_size,
    .xLock = csqlite_log_lock,
    .xUnlock = csqlite_log_unlock,
    .xCheckReservedLock = csqlite_log_reserved,
    .xFileControl = csqlite_log_control,
    .xSectorSize = csqlite_log_sector,
    .xDeviceCharacteristics = csqlite_log_device,
};

static inline int csqlite_gathering_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    sqlite3_vfs *inner = (sqlite3_vfs *)vfs->pAppData;
    if (!(flags & SQLITE_OPEN_WAL)) return inner->xOpen(inner, name, file, flags, out);
    memset(file, 0, sizeof(csqlite_log));
    int result = inner->xOpen(inner, name, csqlite_inner(file), flags, out);
    // > xOpen […] must set sqlite3_file.pMethods either to a valid sqlite3_io_methods object or to NULL, […] even if the
    // > open fails. https://www.sqlite.org/c3ref/vfs.html
    if (csqlite_inner(file)->pMethods) file->pMethods = &csqlite_log_methods;
    return result;
}

// Makes the VFS known; once, before the first connection.
static inline int csqlite_register_gathering_vfs(void) {
    static sqlite3_vfs gathering;
    sqlite3_vfs *inner = sqlite3_vfs_find(0);
    if (!inner) return SQLITE_ERROR;
    gathering = *inner;
    gathering.zName = CSQLITE_GATHERING_VFS;
    gathering.pNext = 0;
    gathering.pAppData = inner;
    gathering.szOsFile = (int)sizeof(csqlite_log) + inner->szOsFile;
    gathering.xOpen = csqlite_gathering_open;
    return sqlite3_vfs_register(&gathering, 0);
}
