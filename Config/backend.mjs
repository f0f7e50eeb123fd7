#!/usr/bin/env node
// A backend that tells the relay of one piece of work, with nothing but fetch (Node 18 or later): for trying, and to copy.
//
//     ACTIVITY_RELAY=http://127.0.0.1:8080 ACTIVITY_TOKEN=... node Config/backend.mjs CONVERSION_ID SUBSCRIBER_ID [STEPS]
import { randomUUID } from "node:crypto";

const relay = process.env.ACTIVITY_RELAY ?? "http://127.0.0.1:8080";
const token = process.env.ACTIVITY_TOKEN;
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Posts an event. What is not answered, or with 429 or 5xx, is sent again as it is: by its eventId it counts once. */
async function post(event, tries = 8) {
  const body = JSON.stringify({ eventId: randomUUID(), occurredAt: Date.now() / 1000, ...event });
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  let problem;
  for (let number = 0; number < tries; number++) {
    let pause = Math.min(2 ** number, 30) / 2;
    try {
      const answer = await fetch(`${relay}/v1/events`, {
        method: "POST", headers, body, signal: AbortSignal.timeout(10_000),
      });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text);
      problem = new Error(`${answer.status} ${text}`); // says which field is wrong
      problem.isFinal = answer.status !== 429 && answer.status < 500;
      const after = answer.headers.get("Retry-After");
      if (/^\d+$/.test(after ?? "")) pause = Number(after);
    } catch (error) {
      problem = error; // no connection, or one that was lost
    }
    if (problem.isFinal) break;
    if (number + 1 < tries) await sleep(pause * (1 + Math.random() / 5));
  }
  throw problem;
}

/** Tells of `work` from its start to its end, however that comes; it is given a function that tells of progress. */
async function following(conversionId, subscriberId, fields, work) {
  const ids = { conversionId, subscriberId };
  let told, toldAt = 0;
  /** Once a second at most, and at once where more than the progress is new. */
  const tell = async (progress, fields = {}) => {
    const words = JSON.stringify(fields);
    if (words === told && performance.now() < toldAt + 1000) return;
    [told, toldAt] = [words, performance.now()];
    try {
      await post({ ...ids, progress, ...fields }, 1);
    } catch (error) {
      // The next one tells more, and the work goes on without the relay; but what is wrong is to be mended.
      if (error.isFinal) throw error;
      console.error(`not told: ${error}`);
    }
  };
  await post({ ...ids, type: "start", ...fields });
  let type = "fail";
  try {
    const result = await work(tell);
    type = "complete";
    return result;
  } finally {
    await post({ ...ids, type });
  }
}

const [conversionId, subscriberId, count = "50"] = process.argv.slice(2);
const steps = Number(count);
const start = { trackTitle: "Rain on Glass", estimatedCompletionDate: Date.now() / 1000 + steps / 10 };
await following(conversionId, subscriberId, start, async (tell) => {
  for (let step = 0; step < steps; step++) {
    await sleep(0.1); // the work
    await tell(step / steps, { status: "generating" });
  }
  if (process.env.FAILS) throw new Error("the work failed");
});
