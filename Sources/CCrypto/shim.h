#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/ecdsa.h>
#include <openssl/bn.h>
#include <openssl/err.h>

// A macro over a variadic function.
static inline EVP_PKEY *ccrypto_generate_p256(void) {
    return EVP_EC_gen("P-256");
}
