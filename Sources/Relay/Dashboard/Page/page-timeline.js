/** What happened to an activity, newest first: what was said beside what was shown, and why. */
const timeline = {
  items: new Map(),
  filter: 'all',
  most: 60,
  shownCount: 60,
  entries: [],

  make() {
    this.items.clear();
    this.entries = [];
    this.shownCount = this.most;
    this.list = h('ol.timeline', { 'aria-label': 'Timeline, newest first' });
    this.rest = h('button.small', { type: 'button', click: () => { this.shownCount += 100; this.draw(); } });
    const names = { all: 'all', event: 'events', push: 'pushes', trouble: 'troubles' };
    this.choices = h('span.choices', { role: 'group', 'aria-label': 'Show' }, Object.entries(names).map(([key, name]) =>
      h('button', { type: 'button', 'data-key': key, 'aria-pressed': String(key === this.filter), click: () => this.choose(key) }, name)));
    return { choices: this.choices, body: [this.list, this.rest] };
  },

  choose(key) {
    this.filter = key;
    for (const button of this.choices.children) button.setAttribute('aria-pressed', String(button.dataset.key === key));
    this.draw();
  },

  show(entries) {
    this.entries = entries;
    this.draw();
  },

  draw() {
    const wanted = this.entries.filter((entry) => this.filter === 'all' || entry.kind === this.filter || (this.filter === 'trouble' && isTrouble(entry))).reverse();
    const shown = wanted.slice(0, this.shownCount);
    const keys = new Set(shown.map(entryKey));
    for (const [key, item] of this.items) {
      if (keys.has(key)) continue;
      item.element.remove();
      this.items.delete(key);
    }
    let previous = null;
    for (const entry of shown) {
      const element = this.item(entry);
      const next = previous ? previous.nextElementSibling : this.list.firstElementChild;
      if (element !== next) this.list.insertBefore(element, next);
      previous = element;
    }
    this.rest.hidden = shown.length === wanted.length;
    setText(this.rest, `${wanted.length - shown.length} older`);
    this.list.dataset.count = wanted.length;
  },

  /** The element of an entry; made anew only where the entry changed, as a push's outcome does. */
  item(entry) {
    const key = entryKey(entry);
    const sign = JSON.stringify(entry);
    const old = this.items.get(key);
    if (old?.sign === sign) return old.element;
    const element = timelineItem(entry, old?.element.firstElementChild.open ?? false);
    if (old) old.element.replaceWith(element);
    this.items.set(key, { element, sign });
    return element;
  },

  reveal(entry) {
    if (!this.items.has(entryKey(entry))) {
      this.shownCount = Infinity;
      this.choose('all');
    }
    const details = this.items.get(entryKey(entry))?.element.firstElementChild;
    if (!details) return;
    details.open = true;
    details.scrollIntoView({ block: 'center' });
    details.firstElementChild.focus({ preventScroll: true });
  },
};

const entryKey = (entry) => [entry.kind, entry.at, entry.target, entry.request?.number, entry.event?.eventId, entry.seat].join('|');

const isTrouble = (entry) => (entry.kind === 'push' ? !['ok', 'sending'].includes(entry.outcome) : entry.kind === 'event' && entry.outcome !== 'accepted');

/** Gives entries of one instant places, so that each has a key of its own. */
function seated(entries) {
  const seats = new Map();
  return entries.map((entry) => {
    const key = `${entry.kind}|${entry.at}`;
    const seat = seats.get(key) ?? 0;
    seats.set(key, seat + 1);
    return { ...entry, seat };
  });
}

/** What an event said, in a line. */
function eventWords(entry) {
  if (entry.kind === 'change') return entry.why?.change ?? entry.reason;
  if (entry.kind === 'registration') return [entry.target, entry.sender].filter(Boolean).join(' by ');
  if (!isObject(entry.event)) return entry.text ?? entry.detail ?? 'an event whose text is not kept';
  const quiet = new Set(['conversionId', 'subscriberId', 'eventId', 'occurredAt', 'sequence', 'type']);
  const words = Object.entries(entry.event).filter(([name]) => !quiet.has(name)).map(([name, value]) => eventWord(name, value));
  return [entry.event.type, ...words].filter(Boolean).join(' · ') || 'a sign of life';
}

function eventWord(name, value) {
  if (value === null) return `${name} cleared`;
  if (name === 'progress' && isNumber(value) && value <= 1) return exactPercent(value);
  if (name === 'estimatedCompletionDate') return `ETA ${instant(value) === null ? value : clockTime(instant(value))}`;
  if (name === 'status' || name === 'displayStatus' || name === 'trackTitle') return String(value);
  if (name === 'boundary' && isObject(value)) return `boundary at ${clockTime(instant(value.at))}`;
  if (name === 'timer' && isObject(value)) return timerWords(value);
  if (dates.has(name) && instant(value) !== null) return `${name} ${clockTime(instant(value))}`;
  return `${name} ${valueText(name, value)}`;
}

function timerWords({ mode, from, until, elapsed }) {
  if (mode === 'countDown') return `timer down to ${clockTime(instant(until))}`;
  return mode === 'countUp' ? `timer up from ${clockTime(instant(from))}` : `timer ${mode} at ${ticking(elapsed)}`;
}

function pushWords(push) {
  const way = push.event === 'update' || !push.event ? '' : ` (${push.event})`;
  const parts = [`${push.reason ?? 'push'}${way} → ${push.target}`, `priority ${push.priority}`];
  if (push.request?.milliseconds !== undefined) parts.push(`${push.request.milliseconds} ms`);
  if (push.detail) parts.push(push.detail);
  return parts.join(' · ');
}

function timelineItem(entry, isOpen) {
  const isPush = entry.kind === 'push';
  const words = isPush ? pushWords(entry) : [eventWords(entry), entry.late && 'late', entry.detail].filter(Boolean).join(' · ');
  const summary = h('summary', {}, timeElement(entry.at, clockTime(entry.at, true)), h(`span.kind.${entry.kind}`, {}, entry.kind === 'registration' ? 'target' : entry.kind), h('span.said', { title: words }, words), pill(entry.outcome ?? entry.phase ?? entry.change ?? 'unknown'));
  const more = h('div.more');
  const details = h('details', {}, summary, more);
  // What is folded away is made when it is first looked at.
  const fill = () => { if (!more.hasChildNodes()) more.append(...(isPush ? pushMore(entry) : eventMore(entry))); };
  details.addEventListener('toggle', () => details.open && fill());
  if (isOpen) {
    fill();
    details.open = true;
  }
  return h(`li${isTrouble(entry) && (isPush || entry.outcome === 'refused') ? '.refused' : ''}`, {}, details);
}

const table = (heads, rows) => h('table.sides', {},
  h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
  h('tbody', {}, rows.map(([name, ...cells]) => h('tr', {}, h('th', { scope: 'row' }, name),
    cells.map((cell, index) => h(`td${cell?.class ?? ''}`, { 'data-of': heads[index + 1] }, cell?.text ?? cell ?? ''))))));

function eventMore(entry) {
  const raw = isObject(entry.event) ? entry.event : {};
  const state = entry.contentState ?? {};
  const why = entry.why ?? {};
  const names = [...new Set([...Object.keys(raw), ...Object.keys(state), ...Object.keys(why)])].filter((name) => name !== 'conversionId' && name !== 'change');
  const parts = [];
  if (entry.pointer !== undefined) parts.push(h('p.bad', {}, `at ${entry.pointer || 'the whole event'}`));
  if (entry.text) parts.push(h('pre', { dir: 'auto' }, entry.text));
  if (names.length) {
    parts.push(table(['field', 'said', 'shown', 'why'], names.map((name) => {
      const [one, other] = [valueText(name, raw[name]), valueText(name, state[name])];
      return [name, one, { text: other, class: one && other && one !== other ? '.differs' : '' }, { text: why[name] ?? '', class: '.why' }];
    })));
  }
  const decisions = (entry.decisions ?? []).map((one) => `${one.target}: ${one.decision}${one.at ? ` until ${clockTime(one.at, true)}` : ''} – ${one.why}`);
  if (decisions.length) parts.push(h('p.quiet', {}, `Not pushed at once: ${decisions.join('; ')}`));
  return parts.length ? parts : [h('p.quiet', {}, 'Nothing more is kept of it.')];
}

function pushMore(push) {
  const why = push.why ?? {};
  const { number, sender, ...request } = push.request ?? {};
  const parts = [];
  if (why.push) parts.push(h('p', {}, `Why: ${why.push}`));
  const facts = [number && `push ${number}`, sender && `by ${sender}`, ...Object.entries(request).map(([name, value]) => `${name} ${value}`)].filter(Boolean);
  if (facts.length) parts.push(h('p.quiet', {}, facts.join(' · ')));
  const rows = Object.entries(push.contentState ?? {}).map(([name, value]) => [name, valueText(name, value), { text: why[name] ?? '', class: '.why' }]);
  for (const name of ['staleAt', 'dismissalDate', 'alert', 'relevanceScore']) {
    if (push[name] !== undefined) rows.push([`(${name})`, valueText(name, push[name]), '']);
  }
  for (const name of Object.keys(why)) {
    if (name !== 'push' && push.contentState?.[name] === undefined) rows.push([name, valueText(name, push[name]), { text: why[name], class: '.why' }]);
  }
  parts.push(table(['field', 'sent', 'why'], rows));
  return parts;
}
