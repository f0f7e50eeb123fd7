// OpenSSL's TLS and certificates, and what of it are macros or variadic functions.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline int cssl_require_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// What is written may be taken in part, and stand elsewhere when it is offered again.
static inline void cssl_allow_moving_writes(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

// As much is read at once as there is, up to so many bytes, not a record's head and then its body.
static inline void cssl_read_ahead(SSL_CTX *context, size_t bytes) {
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, bytes);
}
