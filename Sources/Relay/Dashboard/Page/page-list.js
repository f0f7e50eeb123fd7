/** The activities that are known here, and the list of them. */
const list = {
  known: new Map(),
  rows: new Map(),
  cursor: null,
  here: null,
  isLoading: false,
  isLoaded: false,
  draws: 0,
  newestAsked: 0,
  // What a page of activities has, what the list draws at most, and what it keeps at most.
  pageSize: 50,
  mostRows: 300,
  mostKept: 2000,

  get words() { return byId('search').value.trim().toLowerCase(); },
  get phase() { return byId('phase').value; },

  // MARK: From the relay

  path(cursor, subscriberId = access.subscriber) {
    const query = new URLSearchParams({ limit: this.pageSize });
    if (subscriberId) query.set('subscriberId', subscriberId);
    if (this.phase) query.set('phase', this.phase);
    if (cursor) query.set('cursor', cursor);
    return `/v1/activities?${query}`;
  },

  forget() {
    this.known.clear();
    this.cursor = null;
    this.isLoaded = false;
  },

  /** Reads the newest page, and forgets of its span what is not there any more. */
  async refresh() {
    this.newestAsked = Date.now();
    const phase = this.phase;
    const page = await askJSON(this.path(null));
    if (phase !== this.phase) return;
    const ids = new Set(page.activities.map((one) => one.conversionId));
    const oldest = page.cursor ? Math.min(...page.activities.map((one) => one.startedAt)) : -Infinity;
    for (const one of this.known.values()) {
      if (one.startedAt > oldest && !ids.has(one.conversionId) && !one.isFound) this.known.delete(one.conversionId);
    }
    if (!this.isLoaded) this.cursor = page.cursor ?? null;
    this.isLoaded = true;
    this.take(page.activities);
  },

  async more() {
    if (!this.cursor || this.isLoading) return;
    this.isLoading = true;
    try {
      const page = await askJSON(this.path(this.cursor));
      this.cursor = page.cursor ?? null;
      this.take(page.activities);
    } finally {
      this.isLoading = false;
    }
  },

  /** Looks for an activity or a subscriber that is called exactly so, beyond what is loaded. */
  async find(words) {
    const isId = /^[A-Za-z0-9._:-]{1,128}$/.test(words) && words !== '.' && words !== '..';
    const searches = [];
    if (isId && !this.known.has(words)) searches.push(askJSON(pathOf('v1', 'activities', words)).then((one) => [one]));
    if (!access.subscriber) searches.push(askJSON(this.path(null, words)).then((page) => page.activities));
    for (const found of await Promise.allSettled(searches)) {
      if (found.status !== 'fulfilled') continue;
      this.take(found.value.map(({ conversionId, subscriberId, phase, startedAt, contentState }) =>
        ({ conversionId, subscriberId, phase, startedAt, contentState, isFound: true })));
    }
  },

  take(activities) {
    for (const one of activities) this.known.set(one.conversionId, one);
    this.draw();
  },

  /** Takes a message of the stream; of one that is new here, the list is read for what a message does not tell. */
  message({ conversionId, phase, contentState }) {
    const known = this.known.get(conversionId);
    if (known) Object.assign(known, { phase, contentState });
    else if (!isOver(phase) && (!this.phase || this.phase === phase)) {
      this.known.set(conversionId, { conversionId, phase, contentState, startedAt: clock.now(), isNew: true });
      this.refreshSoon();
    }
    this.draw();
  },

  refreshSoon() {
    clearTimeout(this.refreshing);
    this.refreshing = setTimeout(() => quietly(this.refresh()), Math.max(150, 1000 - (Date.now() - this.newestAsked)));
  },

  // MARK: What is shown

  matches(one) {
    if (this.phase && one.phase !== this.phase) return false;
    const words = this.words;
    if (!words) return true;
    return [one.conversionId, one.subscriberId, one.contentState?.trackTitle].some((text) => text?.toLowerCase().includes(words));
  },

  visible() {
    const order = (one, other) => other.startedAt - one.startedAt || (one.conversionId < other.conversionId ? 1 : -1);
    const all = [...this.known.values()].sort(order);
    for (const old of all.splice(this.mostKept)) this.known.delete(old.conversionId);
    if (all.length === this.mostKept) this.cursor = null;
    return all.filter((one) => this.matches(one));
  },

  /** Draws soon: a flood of messages is one drawing. */
  draw() {
    this.drawing ??= setTimeout(() => {
      this.drawing = null;
      this.drawNow();
    }, this.draws++ < 3 ? 0 : 120);
  },

  drawNow() {
    const all = this.visible();
    const shown = all.slice(0, this.mostRows);
    const kept = new Set(shown.map((one) => one.conversionId));
    for (const [id, row] of this.rows) {
      if (kept.has(id)) continue;
      row.remove();
      this.rows.delete(id);
    }
    let next = byId('list').firstElementChild;
    for (const one of shown) {
      const row = this.row(one);
      if (row === next) next = next.nextElementSibling;
      else byId('list').insertBefore(row, next);
    }
    this.mark();
    this.foot(all.length, shown.length);
  },

  row(one) {
    let row = this.rows.get(one.conversionId);
    if (!row) {
      row = this.newRow(one.conversionId);
      this.rows.set(one.conversionId, row);
      if (this.isLoaded && one.isNew) row.classList.add('flash');
    }
    row.show(one);
    return row;
  },

  newRow(conversionId) {
    const [dial, name, sub, time] = [ring(), h('span.name', { dir: 'auto' }), h('span.sub'), h('time')];
    const state = h('span.phase');
    const row = h('li.row', { role: 'option', id: `row-${conversionId}`, click: () => this.open(conversionId) }, dial, name, time, sub, state);
    row.show = (one) => {
      const content = one.contentState ?? {};
      const title = content.trackTitle;
      setText(name, title ?? one.conversionId);
      name.title = title ?? one.conversionId;
      const parts = [content.displayStatus, title === undefined ? null : one.conversionId, one.subscriberId].filter(Boolean);
      if (sub.textContent !== parts.join(' · ')) sub.replaceChildren(...parts.flatMap((part, index) => [index ? ' · ' : '', told(part)]));
      setText(time, isInstant(one.startedAt) ? span(clock.now() - one.startedAt) : '');
      time.title = `started ${clockTime(one.startedAt)}`;
      setText(state, one.phase === 'active' ? percent(content.progress ?? 0) : one.phase);
      state.className = `phase num ${/^[a-z]+$/.test(one.phase) ? one.phase : ''}`;
      row.classList.toggle('over', isOver(one.phase));
      dial.style.setProperty('--tint', ringColour(one));
      dial.show(content.progress);
      row.setAttribute('aria-label', [title, one.conversionId, one.phase, content.displayStatus, percent(content.progress ?? 0), one.subscriberId && `subscriber ${one.subscriberId}`].filter(Boolean).join(', '));
    };
    return row;
  },

  mark() {
    for (const [id, row] of this.rows) {
      row.setAttribute('aria-selected', String(id === detail.id));
      row.classList.toggle('here', id === this.here);
    }
    if (this.here && this.rows.has(this.here)) byId('list').setAttribute('aria-activedescendant', `row-${this.here}`);
    else byId('list').removeAttribute('aria-activedescendant');
  },

  foot(count, shown) {
    const isFiltered = this.words || this.phase;
    setText(byId('count'), `${shown < count ? `${shown} of ` : ''}${count} ${isFiltered ? 'that match' : count === 1 ? 'activity' : 'activities'}${this.cursor ? ', and older ones' : ''}`);
    byId('more').hidden = !this.cursor;
    byId('empty').hidden = count > 0 || !this.isLoaded;
    if (count === 0 && this.isLoaded) this.sayEmpty(isFiltered);
    byId('list-tools').replaceChildren(copyButton('curl', () => curl(this.path(null)), 'the curl command of this list'));
  },

  sayEmpty(isFiltered) {
    const key = isFiltered ? 'filtered' : 'none';
    if (byId('empty').dataset.of === key) return;
    byId('empty').dataset.of = key;
    if (isFiltered) return byId('empty').replaceChildren('Nothing here matches.', h('br'), 'Older ones are found by their whole id or subscriber.');
    const token = access.token ? ' \\\n  -H "Authorization: Bearer $TOKEN"' : '';
    const command = `curl -X PUT${token} \\\n  -d status=generating -d progress=0.4 \\\n  -d trackTitle='Rain on Glass' \\\n  ${location.origin}/v1/activities/gen-1`;
    byId('empty').replaceChildren('No activity yet. Begin one from a terminal:', h('pre', {}, command), copyButton('Copy', () => command, 'the command'));
  },

  // MARK: By hand

  open(conversionId) {
    this.here = conversionId;
    detail.open(conversionId);
    this.mark();
  },

  move(step) {
    const ids = [...byId('list').children].map((row) => row.id.slice(4));
    if (!ids.length) return;
    const at = ids.indexOf(this.here ?? detail.id);
    this.here = ids[Math.min(ids.length - 1, Math.max(0, at < 0 ? (step > 0 ? 0 : ids.length - 1) : at + step))];
    this.mark();
    this.rows.get(this.here)?.scrollIntoView({ block: 'nearest' });
    clearTimeout(this.opening);
    if (isWide()) this.opening = setTimeout(() => this.open(this.here), 120);
    if (at >= ids.length - 3 && step > 0) quietly(this.more());
  },

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e6, End: 1e6, j: 1, k: -1 };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) this.move(steps[event.key]);
    else if ((event.key === 'Enter' || event.key === ' ') && this.here) {
      clearTimeout(this.opening);
      this.open(this.here);
      byId('detail').focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  },
};

/** The colour of a row's ring: its own, or what became of it. */
function ringColour({ phase, contentState }) {
  if (!isOver(phase)) return colour(contentState?.accentColor) ?? 'var(--key)';
  return { completed: 'var(--good)', failed: 'var(--bad)' }[phase] ?? 'var(--off)';
}

const isWide = () => matchMedia('(min-width: 761px)').matches;
