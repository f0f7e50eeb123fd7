// A plain loop over libcurl in C: what a sender over libcurl is measured against, so it does as little as one can.
//
//   PlainCurlLoop URL CA-FILE HEADERS-FILE BODY-FILE REQUESTS WINDOW
//
// POSTs so many requests, and so many at a time. The headers are a file of lines; in the URL, the headers and the body
// each run of ^ stands for the request's number in so many digits. Prints one line of JSON: what the requests came to,
// and what they took; a failure is an answer other than 200, or none.
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

enum { most_requests = 10 * 1000 * 1000, largest_window = 1000, largest_file = 64 * 1024, most_numbers = 16 };

static const char usage[] = "usage: PlainCurlLoop URL CA-FILE HEADERS-FILE BODY-FILE REQUESTS WINDOW";

// What is sent, with ^ in the places of digits.
struct sample {
    const char *url;
    const char *ca_file;
    // As many bytes as a whole file may have, and a NUL.
    char headers[largest_file + 1];
    char body[largest_file + 1];
};

// Where the request's number is written.
struct digits {
    char *first;
    int count;
};

// A handle that carries one request after the other, and what differs between them.
struct transfer {
    CURL *easy;
    struct curl_slist *headers;
    char *url;
    char *body;
    bool is_url_numbered;
    // Places in the three, which libcurl reads where they are but for the URL.
    struct digits numbers[most_numbers];
    int number_count;
    double started;
};

struct loop {
    CURLM *multi;
    struct sample *sample;
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

// Notes each run of ^ in a text; whether there is any.
static bool find_numbers(struct transfer *transfer, char *text) {
    int before = transfer->number_count;
    while (*(text += strcspn(text, "^"))) {
        if (transfer->number_count == most_numbers) fail("there are too many numbers in a request");
        struct digits digits = {.first = text, .count = (int)strspn(text, "^")};
        transfer->numbers[transfer->number_count++] = digits;
        text += digits.count;
    }
    return transfer->number_count > before;
}

static char *copy(const char *text) {
    char *made = strdup(text);
    if (!made) fail("no memory for a request");
    return made;
}

static void add_header(struct transfer *transfer, const char *line) {
    struct curl_slist *headers = curl_slist_append(transfer->headers, line);
    if (!headers) fail("no memory for a header");
    transfer->headers = headers;
    while (headers->next) headers = headers->next;
    find_numbers(transfer, headers->data);
}

static void make_request(struct transfer *transfer, const struct sample *sample) {
    // Takes libcurl's own away, as the relay does.
    add_header(transfer, "Accept:");
    char *lines = copy(sample->headers);
    char *rest = NULL;
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        add_header(transfer, line);
    }
    free(lines);
    transfer->body = copy(sample->body);
    find_numbers(transfer, transfer->body);
    transfer->url = copy(sample->url);
    transfer->is_url_numbered = find_numbers(transfer, transfer->url);
}

// What stays the same is set once.
static void set_up(struct transfer *transfer, struct loop *loop) {
    CURL *easy = curl_easy_init();
    if (!easy) fail("no memory for a transfer");
    transfer->easy = easy;
    make_request(transfer, loop->sample);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_URL, transfer->url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, loop->sample->ca_file);
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
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(transfer->body));
}

static void write_number(struct digits digits, long number) {
    for (; digits.count > 0; number /= 10) digits.first[--digits.count] = (char)('0' + number % 10);
}

static void start(struct loop *loop, struct transfer *transfer) {
    long number = loop->started++;
    for (int index = 0; index < transfer->number_count; index++) write_number(transfer->numbers[index], number);
    if (transfer->is_url_numbered) curl_easy_setopt(transfer->easy, CURLOPT_URL, transfer->url);
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
    if (*end != '\0' || value < 1 || value > most) fail(usage);
    return value;
}

// Reads a file as text.
static void read_file(const char *path, char *text) {
    FILE *file = fopen(path, "re");
    if (!file) fail("the file of the headers or the body cannot be opened");
    size_t count = fread(text, 1, largest_file, file);
    if (ferror(file) || fgetc(file) != EOF) fail("the file of the headers or the body cannot be read, or is too long");
    fclose(file);
    text[count] = '\0';
    if (strlen(text) != count) fail("there is a NUL in the headers or the body");
}

static void make(struct loop *loop) {
    loop->multi = curl_multi_init();
    loop->transfers = calloc((size_t)loop->window, sizeof *loop->transfers);
    loop->latencies = calloc((size_t)loop->requests, sizeof *loop->latencies);
    if (!loop->multi || !loop->transfers || !loop->latencies) fail("no memory");
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
    for (long index = 0; index < loop->window; index++) set_up(&loop->transfers[index], loop);
}

static void release(struct loop *loop) {
    for (long index = 0; index < loop->window; index++) {
        curl_easy_cleanup(loop->transfers[index].easy);
        curl_slist_free_all(loop->transfers[index].headers);
        free(loop->transfers[index].url);
        free(loop->transfers[index].body);
    }
    curl_multi_cleanup(loop->multi);
    free(loop->transfers);
    free(loop->latencies);
}

int main(int count, char **arguments) {
    if (count != 7) fail(usage);
    signal(SIGPIPE, SIG_IGN);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) fail("libcurl cannot be used");
    static struct sample sample;
    sample.url = arguments[1];
    sample.ca_file = arguments[2];
    read_file(arguments[3], sample.headers);
    read_file(arguments[4], sample.body);
    struct loop loop = {
        .sample = &sample,
        .requests = number(arguments[5], most_requests),
        .window = number(arguments[6], largest_window),
        .socket = CURL_SOCKET_BAD,
    };
    make(&loop);
    double began = now();
    double cpu_before = cpu_seconds();
    run(&loop);
    double elapsed = now() - began;
    print(&loop, elapsed, cpu_seconds() - cpu_before);
    release(&loop);
    curl_global_cleanup();
}
