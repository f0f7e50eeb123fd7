#!/usr/bin/env python3
"""Takes the relay's webhooks on 127.0.0.1, verifies them (Standard Webhooks) and prints them: for trying, and to copy.

    WEBHOOK_SECRET=whsec_... python3 Config/webhook-receiver.py [PORT]
"""
import base64, hashlib, hmac, http.server, json, os, sys, time

if "WEBHOOK_SECRET" not in os.environ or len(sys.argv) > 2 or not all(port.isdigit() for port in sys.argv[1:]):
    sys.exit(__doc__)

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
seen = {}  # webhook-id: when; what comes twice is the same push sent again


def is_genuine(headers, body):
    name, instant = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not instant.isdigit() or abs(time.time() - int(instant)) > 300:
        return False
    code = hmac.new(KEY, f"{name}.{instant}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(code).decode()
    return any(hmac.compare_digest(wanted, given) for given in headers.get("webhook-signature", "").split())


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps the connection

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        if self.headers["webhook-id"] not in seen:
            seen[self.headers["webhook-id"]] = time.time()
            print(json.dumps(json.loads(body), ensure_ascii=False), flush=True)
        for name in [name for name, at in seen.items() if at < time.time() - 600]:
            del seen[name]
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int((sys.argv[1:] or [9000])[0])), Receiver).serve_forever()
