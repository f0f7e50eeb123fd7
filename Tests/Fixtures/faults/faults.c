// Loaded before a program (LD_PRELOAD): counts what it does to files below a folder and to sockets, makes one of these
// operations fail, moves its time of day, and looks names up. FAULT_STATE names a file of 64 zero bytes that both sides see:
//
//   0  how many operations on files there were     16  nanoseconds to add to the time of day
//   8  how many on sockets                         24  1 once the fault came
//  32  1: names that end in .invalid are this machine; 0: they cannot be looked up for the moment
//
// FAULT_FOLDER  the folder whose files count, with all below it
// FAULT_OF      "file" or "socket": which operations FAULT_AT counts
// FAULT_AT      the number of the one that fails, from 1; 0 or nothing: none
// FAULT_KIND    "eio", "enospc", "reset": it is not done, and that error is told
//               "short": half of it is written, and told
//               "die": it is not done, and the process is killed; "torn": half of it is written first
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { NONE, FAILS, SHORT, DIES, TORN };

static struct {
    volatile uint64_t files, sockets;
    volatile int64_t offset;
    volatile uint64_t came;
    volatile uint64_t names;
} *shared;

static const char *folder = "";
static uint64_t at;
static int is_of_sockets;
static enum kind kind;
static int failure;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULT_STATE"), *text;
    int descriptor = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *memory = mmap(0, 64, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (memory == MAP_FAILED) return;
    if ((text = getenv("FAULT_FOLDER"))) folder = text;
    if ((text = getenv("FAULT_AT"))) at = strtoull(text, 0, 10);
    if ((text = getenv("FAULT_OF"))) is_of_sockets = !strcmp(text, "socket");
    if (!(text = getenv("FAULT_KIND"))) text = "";
    kind = !strcmp(text, "short") ? SHORT : !strcmp(text, "die") ? DIES : !strcmp(text, "torn") ? TORN : *text ? FAILS : NONE;
    failure = !strcmp(text, "enospc") ? ENOSPC : !strcmp(text, "reset") ? ECONNRESET : EIO;
    shared = memory;
}

static int is_in_folder(int descriptor) {
    char link[40], path[4096];
    if (!*folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return length > 0 && (size_t)length > strlen(folder) && !strncmp(path, folder, strlen(folder));
}

// Counts an operation, and says what is to become of it.
static enum kind count(int descriptor) {
    struct stat status;
    int before = errno;
    if (!shared || fstat(descriptor, &status)) return NONE;
    int is_socket = S_ISSOCK(status.st_mode);
    if (!is_socket && !(S_ISREG(status.st_mode) && is_in_folder(descriptor))) {
        errno = before;
        return NONE;
    }
    uint64_t number = __sync_add_and_fetch(is_socket ? &shared->sockets : &shared->files, 1);
    errno = before;
    if (!at || number != at || is_socket != is_of_sockets) return NONE;
    shared->came = 1;
    if (kind == DIES) kill(getpid(), SIGKILL);
    return kind;
}

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

// Ends a write that is half done.
static ssize_t half(enum kind what, ssize_t result) {
    if (what == TORN) kill(getpid(), SIGKILL);
    return result;
}

#define WRITE(descriptor, length, call, halfCall)            \
    enum kind what = count(descriptor);                      \
    if (what == FAILS) return errno = failure, -1;           \
    if (what == NONE || (length) < 2) return half(what, call); \
    return half(what, halfCall)

ssize_t write(int fd, const void *bytes, size_t length) {
    static __typeof__(&write) next;
    if (!next) next = REAL(write);
    WRITE(fd, length, next(fd, bytes, length), next(fd, bytes, length / 2));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    static __typeof__(&pwrite64) next;
    if (!next) next = REAL(pwrite64);
    WRITE(fd, length, next(fd, bytes, length, offset), next(fd, bytes, length / 2, offset));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t send(int fd, const void *bytes, size_t length, int flags) {
    static __typeof__(&send) next;
    if (!next) next = REAL(send);
    WRITE(fd, length, next(fd, bytes, length, flags), next(fd, bytes, length / 2, flags));
}

ssize_t sendto(int fd, const void *bytes, size_t length, int flags, __CONST_SOCKADDR_ARG to, socklen_t size) {
    static __typeof__(&sendto) next;
    if (!next) next = REAL(sendto);
    WRITE(fd, length, next(fd, bytes, length, flags, to, size), next(fd, bytes, length / 2, flags, to, size));
}

// Of several pieces half is the first half of the first one.
ssize_t writev(int fd, const struct iovec *pieces, int count_) {
    static __typeof__(&writev) next;
    if (!next) next = REAL(writev);
    struct iovec first = {0};
    if (count_ > 0) first = (struct iovec){pieces[0].iov_base, pieces[0].iov_len / 2};
    WRITE(fd, first.iov_len * 2, next(fd, pieces, count_), next(fd, &first, 1));
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    static __typeof__(&sendmsg) next;
    if (!next) next = REAL(sendmsg);
    struct msghdr part = *message;
    struct iovec first = {0};
    if (message->msg_iovlen > 0) first = (struct iovec){message->msg_iov[0].iov_base, message->msg_iov[0].iov_len / 2};
    part.msg_iov = &first;
    part.msg_iovlen = 1;
    WRITE(fd, first.iov_len * 2, next(fd, message, flags), next(fd, &part, flags));
}

// What has no halves.
#define WHOLE(descriptor, call)                                \
    enum kind what = count(descriptor);                        \
    if (what == FAILS) return errno = failure, -1;             \
    return (int)half(what, call)

int fsync(int fd) {
    static __typeof__(&fsync) next;
    if (!next) next = REAL(fsync);
    WHOLE(fd, next(fd));
}

int fdatasync(int fd) {
    static __typeof__(&fdatasync) next;
    if (!next) next = REAL(fdatasync);
    WHOLE(fd, next(fd));
}

int ftruncate64(int fd, off64_t length) {
    static __typeof__(&ftruncate64) next;
    if (!next) next = REAL(ftruncate64);
    WHOLE(fd, next(fd, length));
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

// The time of day, moved.
int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(&clock_gettime) next;
    if (!next) next = REAL(clock_gettime);
    int result = next(clock, time);
    if (result || clock != CLOCK_REALTIME || !shared || !shared->offset) return result;
    int64_t nanoseconds = time->tv_nsec + shared->offset % 1000000000;
    time->tv_sec += shared->offset / 1000000000;
    if (nanoseconds < 0) nanoseconds += 1000000000, time->tv_sec--;
    if (nanoseconds >= 1000000000) nanoseconds -= 1000000000, time->tv_sec++;
    time->tv_nsec = nanoseconds;
    return 0;
}

// Names that nobody has: none is asked for outside of this machine.
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    static __typeof__(&getaddrinfo) next;
    if (!next) next = REAL(getaddrinfo);
    const char *end = name ? strrchr(name, '.') : 0;
    if (!shared || !end || strcmp(end, ".invalid")) return next(name, service, hints, found);
    return shared->names ? next("127.0.0.1", service, hints, found) : EAI_AGAIN;
}
