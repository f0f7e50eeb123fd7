/** The activity that is looked at. */
const detail = {
  id: null,
  view: null,
  viewedAt: 0,
  entries: [],
  source: null,
  isReading: false,
  lastRead: 0,
  signs: new Map(),

  get element() { return byId('detail'); },

  open(id, isFromAddress = false) {
    if (id === this.id) return this.show();
    this.id = id;
    this.view = null;
    this.entries = [];
    this.source = null;
    this.signs.clear();
    this.element.scrollTop = 0;
    if (!isFromAddress) history.pushState(null, '', `#/${encodeURIComponent(id)}`);
    this.show();
    this.element.replaceChildren(h('p.quiet', {}, 'Reading…'));
    this.isReading = false;
    this.lastRead = 0;
    this.forgetPlan();
    follow.activity(id);
    this.read();
  },

  close(isFromAddress = false) {
    if (!isFromAddress && this.id) history.pushState(null, '', location.pathname);
    this.id = null;
    this.view = null;
    this.forgetPlan();
    follow.activity(null);
    this.show();
    this.element.replaceChildren(h('div.start', {}, h('h2', {}, 'Choose an activity'), h('p', {}, 'Its lock-screen card, what the backend said beside what was shown, every push and why.')));
    document.title = 'activity-relay';
    list.mark();
  },

  show() { document.body.classList.toggle('one', this.id !== null); },

  // MARK: From the relay

  /** Reads it soon; asked often, it is read at most about once a second. */
  readSoon(delay = 0) {
    const due = Math.max(Date.now() + delay, this.lastRead + 900);
    if (this.timer && this.due <= due) return;
    this.forgetPlan();
    this.due = due;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.read();
    }, due - Date.now());
  },

  forgetPlan() {
    clearTimeout(this.timer);
    this.timer = null;
  },

  async read() {
    const id = this.id;
    if (id === null || this.isReading) return;
    this.isReading = true;
    this.lastRead = Date.now();
    const read = await Promise.all([askJSON(pathOf('v1', 'activities', id)), this.readHistory(id)]).catch((error) => error);
    if (id !== this.id) return;
    this.isReading = false;
    this.planNext();
    if (read instanceof Error) return this.sayMissing(read);
    const [view, entries] = read;
    this.viewedAt = clock.now();
    this.take(view, entries ?? pushesAsEntries(view));
    this.planNext();
  },

  /** All that is kept of its history; nil where the relay shows none. */
  async readHistory(id) {
    const entries = [];
    let cursor = null;
    try {
      do {
        const page = await askJSON(`${pathOf('v1', 'activities', id, 'history')}${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`);
        entries.push(...page.entries);
        cursor = page.cursor ?? null;
      } while (cursor && entries.length < 5000);
      return seated(entries);
    } catch (error) {
      if (error instanceof Refusal && [404, 405].includes(error.status)) return null;
      throw error;
    }
  },

  /** It is read again when something is due, and now and then: outcomes of pushes come without a message. */
  planNext() {
    const due = this.view?.due?.at;
    const wait = isNumber(due) && due > clock.now() ? Math.min(15, due - clock.now() + 0.3) : 15;
    const isWaiting = this.entries.some((entry) => entry.outcome === 'sending');
    this.readSoon(1000 * (isWaiting ? 1 : Math.max(1, wait)));
  },

  sayMissing(error) {
    if (this.view) return;
    const isUnknown = error instanceof Refusal && error.status === 404;
    const words = isUnknown ? 'The relay does not know this activity (yet): it shows here as soon as it begins.' : `It cannot be read: ${error.message}`;
    this.element.replaceChildren(this.backButton(), h('div.start', {}, h('h2', {}, told(this.id)), h('p', {}, words)));
  },

  /** Takes a message of a stream. */
  message({ conversionId, phase, contentState }) {
    if (conversionId !== this.id) return;
    if (this.view) {
      Object.assign(this.view, { phase, contentState });
      this.viewedAt = clock.now();
      this.tick();
    }
    this.readSoon();
  },

  take(view, entries) {
    const isFirst = this.view === null;
    this.view = view;
    this.entries = entries;
    if (isFirst) this.build();
    this.draw();
  },

  // MARK: What is shown

  backButton() {
    return h('button.small.back', { type: 'button', click: () => this.close() }, '‹ List');
  },

  panel(title, path, options, ...tools) {
    const isOpen = !access.token;
    return h('div.title', {}, h('h2', {}, title), ...tools,
      isOpen && !options?.isStream && h('a.small', { href: path, target: '_blank', rel: 'noopener', 'aria-label': `${title} as JSON, in a new tab` }, 'JSON'),
      copyButton('curl', () => curl(path, options?.isStream ? '-sN' : '-s'), `the curl command for: ${title}`));
  },

  build() {
    const path = pathOf('v1', 'activities', this.id);
    const parts = this.parts = {
      head: h('div.head'), screenClock: h('div.clock', { 'aria-hidden': 'true' }), card: lockScreenCard(), choices: h('span.choices', { role: 'group', 'aria-label': 'The card as it is' }),
      facts: h('ul.facts'), next: h('dl.next'), targets: h('ul.targets'), why: h('div'),
    };
    const happened = timeline.make();
    this.element.replaceChildren(
      parts.head,
      h('div.top', {},
        h('section.panel.lock', { 'aria-label': 'Lock screen' }, h('div.title', {}, h('h2', {}, 'Lock screen'), parts.choices), h('div.screen', {}, parts.screenClock, parts.card), parts.facts),
        h('section.panel', { 'aria-label': 'Next, and targets' }, this.panel('Next, and targets', path), parts.next, parts.targets)),
      h('section.panel', { 'aria-label': 'Progress' }, this.panel('Progress', `${path}/stream`, { isStream: true }), ...curve.make()),
      h('section.panel', { 'aria-label': 'Why it shows what it shows' }, this.panel('Why it shows what it shows', path), parts.why),
      h('section.panel', { 'aria-label': 'What happened' }, this.panel('What happened', `${path}/history`, {}, happened.choices), ...happened.body));
    sizes.disconnect();
    sizes.observe(curve.plot);
  },

  draw() {
    const { view, parts } = this;
    document.title = `${view.contentState?.trackTitle ?? view.conversionId} – activity-relay`;
    this.drawIfNew('head', [view.conversionId, view.phase, view.subscriberId, view.startedAt, view.backend?.attempt], () => this.drawHead());
    this.drawIfNew('choices', [cardSources(view).map((one) => one.key), this.source], () => this.drawChoices());
    this.drawIfNew('targets', [view.targets, view.pushes?.map((push) => [push.target, push.outcome, push.request?.number])], () => parts.targets.replaceChildren(...(view.targets ?? []).map((one) => targetItem(one, view))));
    this.drawIfNew('why', [view.why, view.backend, view.contentState, view.floor, view.rank], () => parts.why.replaceChildren(whyTable(view)));
    timeline.show(this.entries);
    curve.show(story(this.entries, view, this.viewedAt));
    this.tick();
  },

  drawIfNew(name, value, draw) {
    const sign = JSON.stringify(value);
    if (this.signs.get(name) === sign) return;
    this.signs.set(name, sign);
    draw();
  },

  drawHead() {
    const { view } = this;
    const attempt = view.backend?.attempt > 1 ? ` · attempt ${view.backend.attempt}` : '';
    this.parts.head.replaceChildren(
      this.backButton(), h('h2', {}, told(view.conversionId)), pill(view.phase),
      h('span.tools', {}, copyButton('Link', () => location.href, 'a link to this activity'), copyButton('curl', () => curl(pathOf('v1', 'activities', view.conversionId)), 'the curl command of this activity')),
      h('p.meta', {}, view.subscriberId ? h('span', {}, 'of ', told(view.subscriberId), ' · ') : 'of no subscriber · ', 'started ', timeElement(view.startedAt), attempt));
  },

  get chosen() {
    const sources = cardSources(this.view);
    return sources.find((one) => one.key === this.source) ?? sources[0];
  },

  drawChoices() {
    const chosen = this.chosen.key;
    this.parts.choices.replaceChildren(...cardSources(this.view).map((one) =>
      h('button', { type: 'button', title: one.key === 'now' ? 'What the relay resolves at this moment' : `What the target ${one.label} was sent last`, 'aria-pressed': String(one.key === chosen), click: () => { this.source = one.key; this.draw(); } }, told(one.label))));
  },

  /** Where the activity stood at an instant: a push that came before says nothing of what it is now. */
  phaseAt(instant) {
    const before = this.entries.findLast((entry) => (entry.kind === 'change' || (entry.kind === 'event' && entry.outcome === 'accepted')) && entry.at <= instant);
    return before?.phase ?? this.view.phase;
  },

  /** What time alone changes, once a second. */
  tick() {
    if (!this.view || !this.parts?.card.isConnected) return;
    const { view, parts } = this;
    const now = clock.now();
    const source = this.chosen;
    const ending = isNumber(view.why?.dismissalDate) ? view.why.dismissalDate : source.dismissalDate;
    const phase = source.key === 'now' || source.isEnd ? view.phase : this.phaseAt(source.at);
    const look = cardLook(source.state, { phase, now, dismissalDate: endsReached(view, source).arrived ? ending : null });
    parts.card.show(look, colour(source.state.accentColor));
    setText(parts.screenClock, clockTime(now).slice(-8, -3));
    this.drawIfNew('facts', cardFacts(view, source, look, now, ending), () => parts.facts.replaceChildren(...cardFacts(view, source, look, now, ending).map(([kind, text]) => h(`li${kind}`, {}, text))));
    this.drawIfNew('next', [view.due, view.boundary, Math.round((view.due?.at ?? 0) - now)], () => parts.next.replaceChildren(...nextLines(view.due), ...boundaryLines(view.boundary)));
    curve.drawAgain();
  },
};

/** Where there is no history, the last pushes stand for it. */
const pushesAsEntries = (view) => seated([...(view.pushes ?? [])].reverse().map((push) => ({ at: push.sentAt, kind: 'push', ...push })));

function cardFacts(view, source, look, now, ending) {
  const facts = [];
  if (source.key === 'now') facts.push(['', 'What the relay resolves now; the phone shows what it was sent last.']);
  else if (source.at) facts.push(['', `As sent to ${source.label} at ${clockTime(source.at)}, ${fromNow(source.at)}.`]);
  const { target } = source;
  if (target && (target.kind || target.state === 'dead' || view.due?.what !== 'waiting')) {
    if (target.behind) facts.push(['.behind', `The phone is behind: ${target.behind}.`]);
  } else if (target) facts.push(['.behind', `The phone is behind: a push waits until ${clockTime(view.due.at, true)}.`]);
  if (look.isStale) facts.push(['.behind', `Outdated since ${clockTime(source.state.staleAt)}: nothing came that says otherwise.`]);
  else if (!look.over && isNumber(source.state.staleAt)) facts.push(['', `Outdated from ${clockTime(source.state.staleAt)}, ${fromNow(source.state.staleAt)}.`]);
  if (look.isOverflowing) facts.push(['', 'The time is over: the overflow wording stands in for the second line.']);
  else if (look.isPast) facts.push(['', 'The estimate is past; the activity goes on.']);
  if (isOver(view.phase) && isNumber(ending)) facts.push(dismissalFact(endsReached(view, source), now, ending));
  return facts;
}

/** Whether the end has come to what is looked at, and the targets that it has not reached. */
function endsReached(view, source) {
  const targets = source.target ? [source.target] : (view.targets ?? []).filter((one) => one.end);
  return { arrived: targets.some((one) => one.end === 'arrived'), others: targets.filter((one) => one.end !== 'arrived'), one: source.target };
}

/** When the card goes, which is so only where the end has arrived. */
function dismissalFact({ arrived, others, one }, now, ending) {
  const isPast = now >= ending;
  const when = isPast ? clockTime(ending) : `${clockTime(ending)}, ${fromNow(ending)}`;
  if (!arrived) return ['.behind', `It ${isPast ? 'was' : 'is'} to leave the lock screen at ${when}; ${one?.card ?? 'no end has reached a target'}.`];
  const rest = others.length > 0 ? ` No end has reached ${listed(others.map((other) => other.target))}.` : '';
  return [rest && '.behind', (isPast ? `It left the lock screen at ${when}.` : `It leaves the lock screen at ${when}.`) + rest];
}

/** Names in a row, the first few of many. */
const listed = (names) => names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

function nextLines(due) {
  if (!isInstant(due?.at)) return [h('dt', {}, 'Next'), h('dd', {}, 'nothing is due')];
  const names = { waiting: 'the waiting push', nudge: 'a push that keeps the ring moving', boundary: 'the boundary', overflow: 'the overflow wording', end: 'the end by silence or age', purge: 'the activity is forgotten', retry: 'a failed push again', start: 'a start by push' };
  const lines = [h('dt', {}, 'Next'), h('dd', {}, names[due.what] ?? due.what), h('dt', {}, 'When'), h('dd', {}, timeElement(due.at), ` · ${fromNow(due.at)}`)];
  return due.why ? [...lines, h('dt', {}, 'Why then'), h('dd', {}, due.why)] : lines;
}

/** What a waiting boundary will bring, as the relay resolves it. */
function boundaryLines(boundary) {
  if (!isInstant(boundary?.told?.at)) return [];
  const { told: words, contentState = {}, why = {} } = boundary;
  const fields = Object.keys(words).filter((name) => name !== 'at').map((name) => `${name} ${isObject(words[name]) ? JSON.stringify(words[name]) : valueText(name, words[name])}`);
  const shown = ['displayStatus', 'progress', 'subtitle'].filter((name) => contentState[name] !== undefined).map((name) => valueText(name, contentState[name]));
  const reasons = [why.displayStatus, why.status, why.boundary].filter(Boolean);
  return [h('dt', {}, 'From the boundary on'), h('dd', {}, timeElement(words.at), ` · ${shown.join(' · ')}`, h('div', {}, `Told: ${fields.join(', ') || 'nothing'}`), ...reasons.map((reason) => h('div.quiet', {}, reason)))];
}

function targetItem(target, view) {
  const last = (view.pushes ?? []).find((push) => push.target === target.target);
  const { owed } = target;
  const facts = [target.sender !== target.target && target.sender && `sender ${target.sender}`, target.token && `token ${target.token}`, target.environment, target.pushes === 1 ? '1 push' : `${target.pushes ?? 0} pushes`].filter(Boolean);
  const lines = [h('div.quiet', {}, facts.join(' · '))];
  if (last) lines.push(h('div', {}, `Last: ${last.reason} at ${clockTime(last.sentAt)} `, pill(last.outcome), last.detail ? ` ${last.detail}` : ''));
  if (target.card) lines.push(h('div.quiet', {}, `Card: ${target.card}`));
  if (target.reason) lines.push(h('div.bad', {}, target.reason));
  if (target.behind && !owed) lines.push(h('div.warn', {}, `Behind: ${target.behind}`));
  if (target.sending) lines.push(h('div', {}, 'A push is under way.'));
  if (owed) lines.push(h('div.warn', {}, `Owed: ${owed.event} (${owed.reason})${owed.failures ? `, failed ${owed.failures === 1 ? 'once' : `${owed.failures} times`}` : ''}${isInstant(owed.retryAt) ? `, again at ${clockTime(owed.retryAt)}` : ''}${owed.why ? `: ${owed.why}` : ''}`));
  return h('li.target', {}, h('div.first', {}, h('b', {}, told(target.target)), pill(target.state ?? 'unknown'), target.kind && h('span.quiet', {}, `${target.kind} token`)), lines);
}

function whyTable(view) {
  const { why = {}, contentState = {}, backend = {} } = view;
  const names = [...new Set([...Object.keys(contentState), ...Object.keys(why)])].filter((name) => name !== 'dismissalDate');
  const rows = names.map((name) => {
    const shown = name === 'phase' ? view.phase : valueText(name, contentState[name]);
    const said = valueText(name, name === 'displayStatus' ? backend.words : backend[name]);
    return [name, { text: shown, class: said && said !== shown ? '.differs' : '' }, said, { text: why[name] ?? '', class: '.why' }];
  });
  const rest = [`floor ${view.floor}`, `rank ${view.rank}`, backend.sequence !== undefined && `sequence ${backend.sequence}`, isNumber(backend.lastEventAt) && `last event ${clockTime(backend.lastEventAt)}`].filter(Boolean);
  return h('div', {}, table(['field', 'shown', 'backend said', 'why'], rows), h('p.note', {}, rest.join(' · ')));
}
