// What Glibc's module does not show to Swift (GNU extensions) and macros that Swift cannot import.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static inline int clinux_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, address, length, flags);
}
