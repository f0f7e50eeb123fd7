#!/usr/bin/env python3
"""A backend that tells the relay of one piece of work, with the standard library alone: for trying, and to copy.

    ACTIVITY_RELAY=http://127.0.0.1:8080 ACTIVITY_TOKEN=... python3 Config/backend.py CONVERSION_ID SUBSCRIBER_ID [STEPS]
"""
import http.client, json, os, random, sys, time, urllib.error, urllib.request, uuid

RELAY = os.environ.get("ACTIVITY_RELAY", "http://127.0.0.1:8080")
TOKEN = os.environ.get("ACTIVITY_TOKEN")


def post(event, tries=8):
    """Posts an event. What is not answered, or with 429 or 5xx, is sent again as it is: by its eventId it counts once."""
    event = {"eventId": str(uuid.uuid4()), "occurredAt": time.time(), **event}
    headers = {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    request = urllib.request.Request(f"{RELAY}/v1/events", json.dumps(event).encode(), headers)
    for number in range(tries):
        pause = min(2**number, 30) / 2
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise ValueError(error.read().decode()) from None  # says which field is wrong
            after = error.headers.get("Retry-After", "")
            problem, pause = error, float(after) if after.isdigit() else pause
        except (OSError, http.client.HTTPException) as error:
            problem = error
        if number + 1 < tries:
            time.sleep(pause * random.uniform(1, 1.2))
    raise problem


class Work:
    """Told of from its start to its end, however that comes: `with Work(...) as work: work.tell(progress=0.4)`."""

    def __init__(self, conversion_id, subscriber_id, **fields):
        self.ids = {"conversionId": conversion_id, "subscriberId": subscriber_id}
        self.fields, self.told_at, self.told = fields, 0, None

    def __enter__(self):
        post({**self.ids, "type": "start", **self.fields})
        return self

    def tell(self, progress, **fields):
        """Once a second at most, and at once where more than the progress is new."""
        if fields == self.told and time.monotonic() < self.told_at + 1:
            return
        self.told, self.told_at = fields, time.monotonic()
        try:
            post({**self.ids, "progress": progress, **fields}, tries=1)
        except (OSError, http.client.HTTPException) as error:
            # The next one tells more, and the work goes on without the relay.
            print(f"not told: {error}", file=sys.stderr)

    def __exit__(self, kind, error, trace):
        ending = "complete" if kind is None else "cancel" if kind is KeyboardInterrupt else "fail"
        post({**self.ids, "type": ending})


if __name__ == "__main__":
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    title, eta = "Rain on Glass", time.time() + steps / 10
    with Work(sys.argv[1], sys.argv[2], trackTitle=title, estimatedCompletionDate=eta) as work:
        for step in range(steps):
            time.sleep(0.1)  # the work
            work.tell(progress=step / steps, status="generating")
        if os.environ.get("FAILS"):
            sys.exit("the work failed")
