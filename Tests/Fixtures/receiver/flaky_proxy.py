"""A way to a relay that fails as it is told: flaky_proxy.py PORT FAULT...

The first POSTs get a fault each, in this order: "503" and "429" are answered so, with Retry-After: 1; "drop" closes the
connection unanswered; "lost" hands the request to the relay and then closes the connection: its answer is lost. All
others are handed over. Prints {"port": n}, then of each POST what became of it, a line each.
"""
import http.client, http.server, json, sys

port, faults = int(sys.argv[1]), sys.argv[2:]


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        fault = faults.pop(0) if faults else "none"
        status, answer = self.hand_over(body) if fault in ("none", "lost") else (int(fault) if fault.isdigit() else 0, b"")
        outcome = json.loads(answer).get("outcome") if status < 300 and answer else None
        line = {"fault": fault, "status": status, "outcome": outcome, "event": json.loads(body)}
        line["authorization"] = self.headers["authorization"]
        print(json.dumps(line), flush=True)
        self.close_connection = True
        if fault in ("drop", "lost"):
            return
        self.send_response(status)
        if fault.isdigit():
            self.send_header("Retry-After", "1")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def hand_over(self, body):
        relay = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        relay.request("POST", self.path, body, {"Content-Type": self.headers["content-type"]})
        answer = relay.getresponse()
        return answer.status, answer.read()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
