// What Glibc's module does not show to Swift. Without _GNU_SOURCE: it would give fd_set other members than it has
// in Dispatch's own modules, and Clang refuses one name for two shapes.
#include <linux/stat.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>

// A GNU extension, hidden without _GNU_SOURCE.
static inline int clinux_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, address, length, flags);
}

// poll with a patience below a second, in nanoseconds: a GNU extension too. Without <poll.h>, which Glibc's module has.
static inline int clinux_ppoll(void *descriptors, unsigned long count, long nanoseconds) {
    extern int ppoll(void *, unsigned long, const struct timespec *, const void *);
    struct timespec patience = {.tv_sec = 0, .tv_nsec = nanoseconds};
    return ppoll(descriptors, count, &patience, (const void *)0);
}

// How the C library keeps memory: at most so many arenas, and what is free at their ends given back early.
static inline void clinux_keep_memory(int arenas, int trimmed_bytes) {
    mallopt(M_ARENA_MAX, arenas);
    // Said at all, it stays: else it rises to twice the largest block that was mapped by itself and freed.
    mallopt(M_TRIM_THRESHOLD, trimmed_bytes);
    mallopt(M_TOP_PAD, trimmed_bytes / 2);
}

// Names a thread, in up to 15 bytes.
static inline void clinux_name_thread(pthread_t thread, const char *name) {
    extern int pthread_setname_np(pthread_t, const char *);
    pthread_setname_np(thread, name);
}

// What is written before it is not done after it: for Swift a function that it cannot see into.
static inline void clinux_keep_order(void) {
    __asm__ volatile("" ::: "memory");
}

// Which file it is, as stat names it: 0, or -1 with errno set. An empty path: that of the descriptor. Asks for nothing
// else: where somebody has asked for a file's times, the next write notes a new one, and the next sync writes that too.
// https://docs.kernel.org/filesystems/multigrain-ts.html
static inline int clinux_identify(
    int descriptor, const char *path, unsigned long long *device, unsigned long long *node) {
    extern int statx(int, const char *, int, unsigned int, struct statx *);
    const int empty_path = 0x1000;  // AT_EMPTY_PATH, hidden without _GNU_SOURCE
    struct statx status;
    if (statx(descriptor, path, *path ? 0 : empty_path, STATX_INO, &status) != 0) return -1;
    *device = makedev(status.stx_dev_major, status.stx_dev_minor);
    *node = status.stx_ino;
    return 0;
}
