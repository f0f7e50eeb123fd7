// A plain loop over libcurl in C: what a sender over libcurl is measured against, so it does as little as one can.
//
//   PlainCurlLoop URL CA-FILE REQUESTS WINDOW
//
// POSTs so many requests, each with headers of its own as a webhook has them, and so many at a time. Prints one line of
// JSON: what the requests came to, and what they took; a failure is an answer other than 200, or none.
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { body_bytes = 500, most_requests = 10 * 1000 * 1000, largest_window = 1000 };

// A handle that carries one request after the other, and what differs between them.
struct transfer {
    CURL *easy;
    struct curl_slist *headers;
    // Digits within the header lines, which libcurl reads where they are.
    char *id;
    char *timestamp;
    char *signature;
    char body[body_bytes];
    double started;
};

struct loop {
    CURLM *multi;
    struct transfer *transfers;
    long window;
    long requests;
    long started;
    long finished;
    long failures;
    long connections;
    // That of the one connection, or CURL_SOCKET_BAD.
    curl_socket_t socket;
    // How long each request took, seconds.
    double *latencies;
};

static void fail(const char *what) {
    fprintf(stderr, "PlainCurlLoop: %s\n", what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// MARK: The connection

static int opened(void *context, curl_socket_t socket, curlsocktype purpose) {
    struct loop *loop = context;
    (void)purpose;
    loop->socket = socket;
    loop->connections += 1;
    return CURL_SOCKOPT_OK;
}

static int closed(void *context, curl_socket_t socket) {
    struct loop *loop = context;
    if (loop->socket == socket) loop->socket = CURL_SOCKET_BAD;
    return close(socket);
}

// While it is corked, what libcurl writes in small pieces leaves in full segments.
static void set_cork(struct loop *loop, int is_corked) {
    if (loop->socket == CURL_SOCKET_BAD) return;
    setsockopt(loop->socket, IPPROTO_TCP, TCP_CORK, &is_corked, sizeof is_corked);
}

// MARK: A transfer

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

// Adds a line; gives the place of `offset` in it.
static char *add_header(struct transfer *transfer, const char *line, size_t offset) {
    struct curl_slist *headers = curl_slist_append(transfer->headers, line);
    if (!headers) fail("no memory for a header");
    transfer->headers = headers;
    while (headers->next) headers = headers->next;
    return headers->data + offset;
}

static void make_request(struct transfer *transfer) {
    add_header(transfer, "content-type: application/json", 0);
    add_header(transfer, "user-agent: activity-relay", 0);
    transfer->id = add_header(transfer, "webhook-id: msg_000000000000000000000000", strlen("webhook-id: msg_"));
    transfer->timestamp = add_header(transfer, "webhook-timestamp: 0000000000", strlen("webhook-timestamp: "));
    const char *signature = "webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=";
    transfer->signature = add_header(transfer, signature, strlen("webhook-signature: v1,"));
    memset(transfer->body, 'x', sizeof transfer->body);
}

// What stays the same is set once.
static void set_up(struct transfer *transfer, struct loop *loop, const char *url, const char *ca_file) {
    CURL *easy = curl_easy_init();
    if (!easy) fail("no memory for a transfer");
    transfer->easy = easy;
    make_request(transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // Nor is the environment searched for a proxy with each request.
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, opened);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, loop);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, closed);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, loop);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, transfer->body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)body_bytes);
}

// Writes a number over so many digits.
static void write_digits(char *digits, int count, long number) {
    for (; count > 0; number /= 10) digits[--count] = (char)('0' + number % 10);
}

static void start(struct loop *loop, struct transfer *transfer) {
    long number = loop->started++;
    write_digits(transfer->id, 24, number);
    write_digits(transfer->timestamp, 10, time(NULL));
    write_digits(transfer->signature, 43, number);
    write_digits(transfer->body, 24, number);
    transfer->started = now();
    if (curl_multi_add_handle(loop->multi, transfer->easy) != CURLM_OK) fail("a transfer cannot be started");
}

static void finish(struct loop *loop, CURL *easy, CURLcode code) {
    struct transfer *transfer = NULL;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK || status != 200) {
        if (loop->failures++ == 0) fprintf(stderr, "status %ld, %s\n", status, curl_easy_strerror(code));
    }
    loop->latencies[loop->finished++] = now() - transfer->started;
    curl_multi_remove_handle(loop->multi, easy);
    if (loop->started < loop->requests) start(loop, transfer);
}

// MARK: The loop

static void perform(struct loop *loop) {
    int running = 0;
    if (curl_multi_perform(loop->multi, &running) != CURLM_OK) fail("curl_multi_perform failed");
}

// Starts another request for each that is over; gives how many are.
static int finish_all(struct loop *loop) {
    int count = 0;
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(loop->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        finish(loop, message->easy_handle, message->data.result);
        count += 1;
    }
    return count;
}

static void run(struct loop *loop) {
    for (long index = 0; index < loop->window && loop->started < loop->requests; index++) {
        start(loop, &loop->transfers[index]);
    }
    while (true) {
        set_cork(loop, 1);
        perform(loop);
        // What was just started is sent at once: by way of the poll it would be up to a fifth slower.
        while (finish_all(loop) > 0) perform(loop);
        set_cork(loop, 0);
        if (loop->finished == loop->requests) return;
        curl_multi_poll(loop->multi, NULL, 0, 1000, NULL);
    }
}

// MARK: The program

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double milliseconds(const struct loop *loop, double share) {
    return loop->latencies[(long)(share * (double)(loop->requests - 1))] * 1e3;
}

static void print(const struct loop *loop, double elapsed, double cpu) {
    qsort(loop->latencies, (size_t)loop->requests, sizeof *loop->latencies, compare);
    printf("{\"requests\":%ld,\"failures\":%ld,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"connections\":%ld,",
        loop->requests, loop->failures, elapsed, cpu, loop->connections);
    printf("\"p50Milliseconds\":%.3f,\"p99Milliseconds\":%.3f}\n", milliseconds(loop, 0.5), milliseconds(loop, 0.99));
}

// A number from 1 up to `most`.
static long number(const char *text, long most) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*end != '\0' || value < 1 || value > most) fail("usage: PlainCurlLoop URL CA-FILE REQUESTS WINDOW");
    return value;
}

static void make(struct loop *loop, const char *url, const char *ca_file) {
    loop->multi = curl_multi_init();
    loop->transfers = calloc((size_t)loop->window, sizeof *loop->transfers);
    loop->latencies = calloc((size_t)loop->requests, sizeof *loop->latencies);
    if (!loop->multi || !loop->transfers || !loop->latencies) fail("no memory");
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
    for (long index = 0; index < loop->window; index++) set_up(&loop->transfers[index], loop, url, ca_file);
}

static void release(struct loop *loop) {
    for (long index = 0; index < loop->window; index++) {
        curl_easy_cleanup(loop->transfers[index].easy);
        curl_slist_free_all(loop->transfers[index].headers);
    }
    curl_multi_cleanup(loop->multi);
    free(loop->transfers);
    free(loop->latencies);
}

int main(int count, char **arguments) {
    if (count != 5) fail("usage: PlainCurlLoop URL CA-FILE REQUESTS WINDOW");
    signal(SIGPIPE, SIG_IGN);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) fail("libcurl cannot be used");
    struct loop loop = {
        .requests = number(arguments[3], most_requests),
        .window = number(arguments[4], largest_window),
        .socket = CURL_SOCKET_BAD,
    };
    make(&loop, arguments[1], arguments[2]);
    double began = now();
    double cpu_before = cpu_seconds();
    run(&loop);
    double elapsed = now() - began;
    print(&loop, elapsed, cpu_seconds() - cpu_before);
    release(&loop);
    curl_global_cleanup();
}
