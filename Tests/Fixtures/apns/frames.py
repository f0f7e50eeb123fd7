"""A client of HTTP/2 over TLS that sends and shows single frames, and shares no code with the simulator.

    frames.py PORT CA_FILE [PROTOCOL]

It connects to 127.0.0.1 and offers PROTOCOL (h2 where it is left out, none where it is "-"). Each frame that comes is a
line of JSON on standard output, with `type`, `flags` and `stream`, and by its type

    SETTINGS     `settings`: values by their numbers; empty for the acknowledgement
    HEADERS      `status`, if it is one of HPACK's own table or written without Huffman's code, else null
    DATA         `text`
    RST_STREAM   `code`
    GOAWAY       `last`, `code`, `text`

`{"type": "TLS", "version": …, "protocol": …}` comes first, `{"type": "END"}` last; `{"type": "FAILED", "why": …}` where
TLS was not agreed upon. Commands are lines of JSON on standard input:

    {"open": 1, "fields": [["apns-topic", "…"], …], "body": "…"}   a POST on stream 1; without "body" it stays open
    {"data": 1, "text": "…", "ends": true}                          a piece of its body
    {"reset": 1}                                                    RST_STREAM(CANCEL)
    {"raw": "hexadecimal digits"}                                   bytes as they are
"""

import json
import select
import socket
import ssl
import struct
import sys

TYPES = ["DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY", "WINDOW_UPDATE"]
STATUSES = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}


def say(**values):
    print(json.dumps(values), flush=True)


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def number(value, bits, first):
    """An integer of HPACK (RFC 7541, section 5.1)."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    out = [first | most]
    value -= most
    while value >= 128:
        out.append(value % 128 | 128)
        value //= 128
    return bytes(out + [value])


def field(name, value):
    """A field that is written out and not indexed."""
    parts = [text.encode() for text in (name, value)]
    return b"\x00" + b"".join(number(len(part), 7, 0) + part for part in parts)


def perform(command):
    if "open" in command:
        block = b"".join(field(name, value) for name, value in command["fields"])
        body = command.get("body")
        flags = 0x4 | (0x1 if body == "" else 0)
        out = frame(1, flags, command["open"], block)
        return out + (frame(0, 1, command["open"], body.encode()) if body else b"")
    if "data" in command:
        return frame(0, 1 if command.get("ends") else 0, command["data"], command["text"].encode())
    if "reset" in command:
        return frame(3, 0, command["reset"], struct.pack(">I", 8))
    return bytes.fromhex(command["raw"])


def show(kind, flags, stream, payload):
    name = TYPES[kind] if kind < len(TYPES) else str(kind)
    values = {"type": name, "flags": flags, "stream": stream}
    if name == "SETTINGS":
        pairs = struct.iter_unpack(">HI", payload)
        values["settings"] = {str(key): value for key, value in pairs}
    elif name == "HEADERS":
        values["status"] = STATUSES.get(payload[0])
    elif name == "DATA":
        values["text"] = payload.decode("utf-8", "replace")
    elif name == "RST_STREAM":
        values["code"] = struct.unpack(">I", payload)[0]
    elif name == "GOAWAY":
        values["last"], values["code"] = struct.unpack(">II", payload[:8])
        values["text"] = payload[8:].decode("utf-8", "replace")
    say(**values)
    return frame(4, 1, 0) if name == "SETTINGS" and not flags & 1 else b""


def connect(port, ca, protocol):
    context = ssl.create_default_context(cafile=ca)
    if protocol != "-":
        context.set_alpn_protocols([protocol])
    plain = socket.create_connection(("127.0.0.1", port))
    try:
        tls = context.wrap_socket(plain, server_hostname="127.0.0.1")
    except OSError as error:
        say(type="FAILED", why=str(error))
        sys.exit(0)
    say(type="TLS", version=tls.version(), protocol=tls.selected_alpn_protocol())
    return tls


def main():
    tls = connect(int(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "h2")
    tls.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
    data = b""
    commands = b""
    while True:
        ready = select.select([tls, sys.stdin], [], [])[0] if not tls.pending() else [tls]
        if sys.stdin in ready:
            piece = sys.stdin.buffer.raw.read(65536)
            if not piece:
                return
            *lines, commands = (commands + piece).split(b"\n")
            for line in lines:
                try:
                    tls.sendall(perform(json.loads(line)))
                except OSError:
                    break
        if tls in ready:
            try:
                piece = tls.recv(65536)
            except OSError:
                piece = b""
            if not piece:
                say(type="END")
                return
            data += piece
            while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
                length = int.from_bytes(data[:3], "big")
                kind, flags, stream = data[3], data[4], int.from_bytes(data[5:9], "big") & 0x7FFFFFFF
                answer = show(kind, flags, stream, data[9 : 9 + length])
                data = data[9 + length :]
                try:
                    tls.sendall(answer)
                except OSError:
                    pass


main()
