"""An HTTPS receiver of webhooks that verifies them by itself, and misbehaves when it is told to.

    webhook_receiver.py PORT CERTIFICATE KEY [SECRET...]

It listens on 127.0.0.1, on a free port where PORT is 0, and writes lines of JSON to standard output:

    {"port": 40123}                    it listens
    {"n": 1, "connection": 1, ...}     a request was read; n and connection count from 1
    {"ok": 1}                          the command of that number holds from now on
    {"error": 1, "why": "..."}         the command of that number is none

A request's line comes before its answer. It has `at` (Unix seconds), `method`, `path`, `headers` (names in lower case),
`raw` (the body as text), `body` (the body as JSON, null where it is none), `verified` (the indexes of the secrets that
signed it) and `answer` (a status, or the deed that took the place of an answer).

Commands are lines of JSON on standard input; the end of standard input ends it:

    {"do": "status", "status": 503, "headers": {"Retry-After": "2"}, "match": {"target": "a"}, "times": 3}

`do` is one of
    ok        200 and a small body, as without any command
    status    `status` and no body
    hang      no answer; the connection stays open until the peer closes it
    reset     no answer; the connection is reset
    cut       half the head of an answer, then the connection ends as with a process that died: without a word of TLS
    early     200 before the body is read, then the connection is closed; its line has no body
`headers` are added to an answer. `match` is what the body's members have to be (`data.id` is a member of a member) and
`path` what the path has to be; without them all requests match. `times`: for so many requests; absent: for good. The
newest command that matches a request holds for it, but those that say `early` come before all others.
"""

import base64
import hmac
import json
import socket
import socketserver
import ssl
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler
from os import _exit

TOLERANCE = 300
DEEDS = {"ok", "status", "hang", "reset", "cut", "early"}
MEMBERS = {"do", "status", "headers", "match", "path", "times"}


def key_of(secret):
    """The key that a secret `whsec_...` stands for."""
    prefix, _, text = secret.partition("_")
    key = base64.b64decode(text, validate=True)
    if prefix != "whsec" or not 24 <= len(key) <= 64:
        raise ValueError("a secret is whsec_ and the Base64 of 24 to 64 bytes")
    return key


def verify(keys, headers, body, now):
    """The indexes of the keys that signed a request, as Standard Webhooks has it."""
    message = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    given = headers.get("webhook-signature", "").split(" ")
    if not message or not (timestamp.isascii() and timestamp.isdigit()) or abs(now - int(timestamp)) > TOLERANCE:
        return []
    content = f"{message}.{timestamp}.".encode("latin-1") + body
    signatures = ["v1," + base64.b64encode(hmac.digest(key, content, "sha256")).decode() for key in keys]
    return [index for index, signature in enumerate(signatures) if signature in given]


def parse(body):
    """The body as JSON; None where it is none."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def member(value, path):
    """What a path of names leads to; None where it leads nowhere."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


class Rules:
    """What it was told to do, newest first."""

    def __init__(self):
        self.rules = []

    def add(self, rule):
        if rule.get("do") not in DEEDS or not rule.keys() <= MEMBERS:
            raise ValueError("a command has a deed, and no members that are not known")
        if (rule["do"] == "status") != isinstance(rule.get("status"), int):
            raise ValueError("a status goes with the deed status")
        if rule["do"] == "early" and rule.get("match"):
            raise ValueError("what is done before the body is read cannot depend on it")
        self.rules.insert(0, dict(rule))

    def take(self, path, body=None, early=False):
        """The rule of a request, its count one lower."""
        for rule in self.rules:
            if (rule["do"] == "early") == early and self.holds(rule, path, body):
                if "times" in rule:
                    rule["times"] -= 1
                return rule
        return None if early else {"do": "ok"}

    @staticmethod
    def holds(rule, path, body):
        return (
            rule.get("times", 1) > 0
            and rule.get("path") in (None, path)
            and all(member(body, name) == value for name, value in (rule.get("match") or {}).items())
        )


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    is_abrupt = False

    def setup(self):
        super().setup()
        self.number = self.server.count_connection()

    def log_message(self, *arguments):
        pass

    def handle_request(self):
        rule = self.server.take_early(self)
        if rule is None:
            length = self.headers.get("content-length", "0")
            if "transfer-encoding" in self.headers or not length.isdigit():
                self.send_error(411)
                return
            body = self.rfile.read(int(length))
            if len(body) < int(length):
                self.close_connection = True
                return
            rule = self.server.take(self, body)
        getattr(self, "deed_" + rule["do"])(rule)

    do_GET = do_POST = do_PUT = handle_request

    def deed_ok(self, rule):
        self.answer(200, rule, b'{"ok":true}')

    def deed_status(self, rule):
        self.answer(rule["status"], rule)

    def deed_early(self, rule):
        self.close_connection = True
        self.answer(200, rule, b'{"ok":true}')

    def deed_cut(self, rule):
        self.close_connection = self.is_abrupt = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: appli")

    def deed_hang(self, rule):
        self.close_connection = True
        while self.connection.recv(65536):
            pass

    def deed_reset(self, rule):
        self.close_connection = self.is_abrupt = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def answer(self, status, rule, body=b""):
        self.send_response(status)
        for name, value in rule.get("headers", {}).items():
            self.send_header(name, value)
        if body:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def finish(self):
        super().finish()
        if self.is_abrupt:
            return
        # The peer is told of the end, by TLS and by TCP, without waiting for what it says to that.
        self.connection.settimeout(0)
        try:
            self.connection.unwrap()
        except OSError:
            pass
        # What is unread at the close would reset the connection, and the answer might be lost with it.
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(5)
        while self.connection.recv(65536):
            pass


class Receiver(socketserver.ThreadingTCPServer):
    """The server, a thread for each connection."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, certificate, key, secrets):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.context.set_alpn_protocols(["http/1.1"])
        self.keys = [key_of(secret) for secret in secrets]
        self.rules = Rules()
        self.lock = threading.Lock()
        self.connections = self.requests = self.commands = 0
        super().__init__(("127.0.0.1", port), Handler)

    def finish_request(self, request, address):
        with self.context.wrap_socket(request, server_side=True) as connection:
            super().finish_request(connection, address)

    def handle_error(self, request, address):
        # A peer that goes, or does not trust the certificate, is no fault.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)

    def count_connection(self):
        with self.lock:
            self.connections += 1
            return self.connections

    def take_early(self, handler):
        with self.lock:
            rule = self.rules.take(handler.path, early=True)
            if rule:
                self.tell_request(handler, rule, raw=None, body=None, verified=[], now=time.time())
            return rule

    def take(self, handler, raw):
        with self.lock:
            now = time.time()
            body = parse(raw)
            rule = self.rules.take(handler.path, body)
            verified = verify(self.keys, lower(handler.headers), raw, now)
            self.tell_request(handler, rule, raw.decode(errors="replace"), body, verified, now)
            return rule

    def tell_request(self, handler, rule, raw, body, verified, now):
        self.requests += 1
        answer = {"ok": 200, "status": rule.get("status")}.get(rule["do"], rule["do"])
        tell(
            {
                "n": self.requests, "connection": handler.number, "at": now, "method": handler.command,
                "path": handler.path, "headers": lower(handler.headers), "raw": raw, "body": body,
                "verified": verified, "answer": answer,
            }
        )

    def obey(self, line):
        with self.lock:
            self.commands += 1
            try:
                self.rules.add(json.loads(line))
                tell({"ok": self.commands})
            except (ValueError, AttributeError) as error:
                tell({"error": self.commands, "why": str(error)})


def lower(headers):
    """The header fields with names in lower case, those of one name joined."""
    return {name.lower(): ", ".join(headers.get_all(name)) for name in headers}


def tell(value):
    print(json.dumps(value), flush=True)


def main():
    port, certificate, key, *secrets = sys.argv[1:]
    receiver = Receiver(int(port), certificate, key, secrets)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    tell({"port": receiver.server_address[1]})
    for line in sys.stdin:
        receiver.obey(line)
    # Without regard for the connections that are open.
    _exit(0)


main()
