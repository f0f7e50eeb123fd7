/** Takes a stream's text apart into messages (HTML, "Server-sent events", section 9.2.6). */
class MessageParser {
  #rest = '';
  #data = [];
  /** The last id that was told. */
  id = null;

  /** The messages' data that this piece completes. */
  take(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    const messages = [];
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length) messages.push(this.#data.join('\n'));
        this.#data = [];
      } else this.#line(line);
    }
    return messages;
  }

  #line(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    if (name === 'id') this.id = value;
  }
}

/** Follows a stream, and comes back by itself where it breaks, from the message it had last. */
class Follower {
  static longestWait = 15;
  // A comment comes every 15 seconds: after two and a half of these nobody is there.
  static longestSilence = 40;
  #path;
  #on;
  #stop = null;
  #lastId = null;
  #failures = 0;
  #timer = 0;

  /** `on`: `message(object)`, `live()`, `lost(seconds, why)`, `refused(refusal)`. */
  constructor(path, on) {
    this.#path = path;
    this.#on = on;
  }

  start() {
    this.stop();
    this.#stop = new AbortController();
    this.#read(this.#stop);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = null;
  }

  get isRunning() { return this.#stop !== null; }

  async #read(stop) {
    let why = 'the relay ended the stream';
    let wanted = null;
    try {
      const headers = { Accept: 'text/event-stream', ...(this.#lastId ? { 'Last-Event-ID': this.#lastId } : {}) };
      const answer = await ask(this.#path, { headers, signal: stop.signal });
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) throw new Refusal(404, 'no stream');
      if (stop !== this.#stop) return;
      this.#failures = 0;
      this.#on.live();
      await this.#follow(answer.body.getReader(), stop);
    } catch (error) {
      if (stop !== this.#stop) return;
      const isFinal = error instanceof Refusal && error.status < 500 && ![408, 429].includes(error.status);
      if (isFinal) {
        this.stop();
        return this.#on.refused(error);
      }
      why = error instanceof Refusal ? error.message : 'the relay cannot be reached';
      wanted = error.retryAfter ?? null;
    }
    if (stop === this.#stop) this.#again(why, wanted);
  }

  async #follow(reader, stop) {
    const parser = new MessageParser();
    const decoder = new TextDecoder();
    for (;;) {
      const silence = setTimeout(() => reader.cancel(), Follower.longestSilence * 1000);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done || stop !== this.#stop) return;
      for (const data of parser.take(decoder.decode(value, { stream: true }))) {
        try { this.#on.message(JSON.parse(data)); } catch (error) { console.error(error); }
      }
      this.#lastId = parser.id ?? this.#lastId;
    }
  }

  #again(why, wanted) {
    const wait = wanted ?? Math.min(Follower.longestWait, 0.5 * 2 ** this.#failures) * (0.8 + 0.4 * Math.random());
    this.#failures += 1;
    this.#on.lost(wait, why);
    this.#timer = setTimeout(() => { if (this.#stop) this.start(); }, wait * 1000);
  }
}

/** What the bar says of the connection. */
const connection = {
  show(state, text, canRetry = false) {
    byId('connection').dataset.state = state;
    setText(byId('connection-text'), text);
    byId('retry').hidden = !canRetry;
  },
};
