/// What scripted clients do: 20 small bodies, a HEAD, 1 MiB, and 1 MiB in chunks, all on one connection where they can.
///
/// Each fails with what differs, and writes how many connections it made where it knows.
enum ClientScripts {
    static let httpClient = """
        import http.client, sys, urllib.parse
        address = urllib.parse.urlsplit(sys.argv[1])
        connection = http.client.HTTPConnection(address.netloc, timeout=20)
        def exchange(method, body, **options):
            connection.request(method, address.path, body, **options)
            answer = connection.getresponse()
            got = answer.read()
            assert answer.status == 200, answer.status
            return got
        for number in range(20):
            body = b"%d" % number * 100
            assert exchange("POST", body) == body
        assert exchange("HEAD", None) == b""
        big = b"b" * 1048576
        assert exchange("POST", big) == big
        pieces = (big[start:start + 10000] for start in range(0, len(big), 10000))
        assert exchange("POST", pieces, encode_chunked=True, headers={"Transfer-Encoding": "chunked"}) == big

        """

    static let requests = """
        import requests, sys
        url = sys.argv[1]
        with requests.Session() as session:
            session.trust_env = False
            for number in range(20):
                body = b"%d" % number * 100
                answer = session.post(url, data=body, timeout=20)
                assert answer.status_code == 200 and answer.content == body
            assert session.head(url, timeout=20).content == b""
            big = b"b" * 1048576
            assert session.post(url, data=big, timeout=20).content == big
            pieces = (big[start:start + 10000] for start in range(0, len(big), 10000))
            assert session.post(url, data=pieces, timeout=20).content == big

        """

    /// With one request more that waits for 100 before its body.
    static let agent = """
        const http = require('http');
        const assert = require('assert');
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const big = Buffer.alloc(1048576, 'b');
        function exchange(method, send, headers = {}) {
            return new Promise((resolve, reject) => {
                const request = http.request(process.argv[2], { method, agent, headers }, answer => {
                    const pieces = [];
                    answer.on('data', piece => pieces.push(piece));
                    answer.on('end', () => {
                        assert.strictEqual(answer.statusCode, 200);
                        resolve(Buffer.concat(pieces));
                    });
                });
                request.on('error', reject);
                send(request);
            });
        }
        (async () => {
            for (let number = 0; number < 20; number += 1) {
                const body = Buffer.from(String(number).repeat(100));
                assert.deepStrictEqual(await exchange('POST', request => request.end(body)), body);
            }
            assert.strictEqual((await exchange('HEAD', request => request.end())).length, 0);
            const length = { 'Content-Length': big.length };
            assert.deepStrictEqual(await exchange('POST', request => request.end(big), length), big);
            assert.deepStrictEqual(await exchange('POST', request => {
                for (let start = 0; start < big.length; start += 65536) {
                    request.write(big.subarray(start, start + 65536));
                }
                request.end();
            }), big);
            assert.deepStrictEqual(await exchange('POST', request => {
                request.on('continue', () => request.end(big));
                request.flushHeaders();
            }, { Expect: '100-continue', ...length }), big);
            agent.destroy();
        })().catch(error => { console.error(error); process.exit(1); });

        """

    static let fetch = """
        const assert = require('assert');
        const url = process.argv[2];
        const big = Buffer.alloc(1048576, 'b');
        async function post(body, more = {}) {
            const answer = await fetch(url, { method: 'POST', body, ...more });
            assert.strictEqual(answer.status, 200);
            return Buffer.from(await answer.arrayBuffer());
        }
        (async () => {
            for (let number = 0; number < 20; number += 1) {
                const body = Buffer.from(String(number).repeat(100));
                assert.deepStrictEqual(await post(body), body);
            }
            assert.strictEqual((await fetch(url, { method: 'HEAD' })).status, 200);
            assert.deepStrictEqual(await post(big), big);
            const pieces = new ReadableStream({
                start(controller) {
                    for (let start = 0; start < big.length; start += 65536) {
                        controller.enqueue(new Uint8Array(big.subarray(start, start + 65536)));
                    }
                    controller.close();
                }
            });
            assert.deepStrictEqual(await post(pieces, { duplex: 'half' }), big);
        })().catch(error => { console.error(error); process.exit(1); });

        """

    /// With one request more that waits for 100 before its body; it also offers an upgrade to HTTP/2.
    static let java = """
        import java.io.ByteArrayInputStream;
        import java.net.URI;
        import java.net.http.HttpClient;
        import java.net.http.HttpRequest;
        import java.net.http.HttpRequest.BodyPublishers;
        import java.net.http.HttpResponse.BodyHandlers;
        import java.util.Arrays;

        public class Client {
            static final HttpClient client = HttpClient.newHttpClient();
            static HttpRequest.Builder request;

            static void post(byte[] body, HttpRequest.BodyPublisher publisher, boolean expects) throws Exception {
                var answer = client.send(request.copy().expectContinue(expects).POST(publisher).build(),
                    BodyHandlers.ofByteArray());
                if (answer.statusCode() != 200 || !Arrays.equals(answer.body(), body)) {
                    throw new Exception("status " + answer.statusCode() + ", " + answer.body().length + " bytes");
                }
            }

            public static void main(String[] arguments) throws Exception {
                request = HttpRequest.newBuilder(URI.create(arguments[0]));
                for (int number = 0; number < 20; number += 1) {
                    byte[] body = String.valueOf(number).repeat(100).getBytes();
                    post(body, BodyPublishers.ofByteArray(body), false);
                }
                client.send(request.copy().method("HEAD", BodyPublishers.noBody()).build(), BodyHandlers.discarding());
                byte[] big = "b".repeat(1048576).getBytes();
                post(big, BodyPublishers.ofByteArray(big), false);
                post(big, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(big)), false);
                post(big, BodyPublishers.ofByteArray(big), true);
            }
        }

        """
}
