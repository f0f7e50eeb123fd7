/** The curve: what the backend said and what was shown, with what happened beside it. */
const curve = {
  height: 262,
  left: 48,
  right: 12,
  top: 10,
  bottom: 172,
  lanes: [['ETA', 194], ['Pushes', 214], ['Marks', 234]],
  chosen: null,
  hovered: null,
  // The last drawing's scale and story.
  scale: null,
  run: null,

  make() {
    this.svg = s('svg', { tabindex: '0', role: 'group', 'aria-roledescription': 'chart', 'aria-describedby': 'readout' });
    this.svg.addEventListener('pointermove', (event) => this.hover(event));
    this.svg.addEventListener('pointerdown', (event) => this.hover(event));
    this.svg.addEventListener('pointerleave', () => this.choose(null, false));
    this.svg.addEventListener('click', () => this.openEntry());
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.svg.addEventListener('blur', () => { this.chosen = null; this.drawAgain(); });
    this.readout = h('p.readout', { id: 'readout', role: 'status', 'aria-live': 'polite' });
    this.plot = h('div.plot', {}, this.svg);
    this.chosen = this.hovered = null;
    return [this.legend(), this.plot, this.readout];
  },

  legend() {
    const key = (text, ...shapes) => h('li', {}, s('svg', { viewBox: '0 0 20 10', 'aria-hidden': 'true' }, ...shapes), text);
    return h('ul.legend.plot', {},
      key('shown', s('path.shown', { d: 'M0 8L20 2' })),
      key('backend said', s('path.told', { d: 'M0 5H20' }), s('circle.told-dot', { cx: 10, cy: 5, r: 3 })),
      key('time alone, until the ETA', s('path.ahead', { d: 'M0 8L20 2' })),
      key('ETA moved', s('path.eta-move', { d: 'M10 0l5 5-5 5-5-5z' })),
      key('push, urgent and ordinary', s('path.push', { d: 'M7 0V10M13 4V10' })),
      key('failed', s('path.push.wrong', { d: 'M10 0V10' })),
      key('boundary', s('path.mark', { d: 'M6 0l9 4-9 4z' })));
  },

  show(run) {
    this.run = run;
    this.drawAgain();
  },

  drawAgain() {
    if (!this.run || !this.plot?.isConnected) return;
    const now = clock.now();
    const width = Math.max(280, Math.round(this.plot.clientWidth));
    this.scale = this.scaleOf(width, now);
    const { x, y } = this.scale;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${this.height}`);
    this.svg.setAttribute('aria-label', this.summary());
    this.svg.replaceChildren(...this.axes(width), ...this.bandShapes(), ...this.lines(now), ...this.laneShapes(now), ...this.cursorShapes(x, y));
    this.sayMoment();
  },

  scaleOf(width, now) {
    const { run } = this;
    const first = run.entries[0]?.at ?? run.startedAt;
    // Of a long history only the end is there.
    const from = run.entries.length >= 100 && first - run.startedAt > 60 ? first : Math.min(run.startedAt, first);
    let to = run.end ?? now;
    const gone = Math.max(to - from, 10);
    if (run.end === null) for (const ahead of [run.eta, run.boundary]) if (ahead && ahead - from < gone * 5) to = Math.max(to, ahead);
    to = Math.max(to, from + 10) + Math.max(to - from, 10) * 0.03;
    const x = (t) => this.left + ((t - from) / (to - from)) * (width - this.left - this.right);
    const y = (p) => this.bottom - p * (this.bottom - this.top);
    return { from, to, x, y, width };
  },

  summary() {
    const { run } = this;
    const shown = run.shown.at(-1);
    const words = ['Progress over time'];
    if (shown) words.push(`shown ${percent(shown.p)}`);
    if (run.told.length) words.push(`the backend last said ${percent(run.told.at(-1).p)}`);
    if (run.eta) words.push(`done about ${clockTime(run.eta)}`);
    words.push(`${run.pushes.length} pushes`, 'left and right arrow keys go through what happened');
    return words.join(', ');
  },

  axes(width) {
    const { from, to, x, y } = this.scale;
    const shapes = [];
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      shapes.push(s('path.grid', { d: `M${this.left} ${y(share)}H${width - this.right}` }));
      shapes.push(s('text', { x: this.left - 6, y: y(share) + 4, 'text-anchor': 'end' }, `${share * 100}%`));
    }
    const step = tickStep((to - from) / Math.max(2, Math.floor((width - this.left) / 92)));
    const shift = new Date(from * 1000).getTimezoneOffset() * 60;
    for (let t = Math.ceil((from - shift) / step) * step + shift; t <= to; t += step) {
      shapes.push(s('path.grid', { d: `M${x(t)} ${this.top}V${this.lanes.at(-1)[1] + 9}` }));
      const text = step >= 60 ? clockTime(t).replace(/:\d\d$/, '') : clockTime(t);
      const anchor = x(t) > width - 34 ? 'end' : 'middle';
      shapes.push(s('text', { x: x(t), y: this.height - 6, 'text-anchor': anchor }, text.slice(-8)));
    }
    for (const [name, at] of this.lanes) shapes.push(s('text', { x: this.left - 6, y: at + 4, 'text-anchor': 'end' }, name));
    return shapes;
  },

  bandShapes() {
    const { x, from, to } = this.scale;
    return this.run.bands.flatMap((band) => {
      const start = x(Math.max(from, band.from));
      const wide = Math.max(1, x(Math.min(to, band.to ?? this.run.end ?? clock.now())) - start);
      return [s('rect.band', { x: start, y: this.top, width: wide, height: this.bottom - this.top }),
        wide > 50 && s('text', { x: start + 5, y: this.top + 13 }, band.phase)];
    }).filter(Boolean);
  },

  lines(now) {
    const { x, y, to, from } = this.scale;
    const { run } = this;
    const line = (corners) => corners.map(([t, p], index) => `${index ? 'L' : 'M'}${x(t).toFixed(1)} ${y(p).toFixed(1)}`).join('');
    const { past, ahead } = shownLine(run, now, Math.min(to, run.eta ?? to));
    const shapes = [];
    if (past.length) {
      const [first, last] = [x(past[0][0]).toFixed(1), x(past.at(-1)[0]).toFixed(1)];
      shapes.push(s('path.area', { d: `${line(past)}L${last} ${y(0)}L${first} ${y(0)}Z` }));
    }
    if (run.told.length) {
      let path = `M${x(run.told[0].t)} ${y(run.told[0].p)}`;
      for (const one of run.told.slice(1)) path += `H${x(one.t)}V${y(one.p)}`;
      shapes.push(s('path.told', { d: `${path}H${x(run.end ?? now)}` }));
      shapes.push(...run.told.map((one) => s('circle.told-dot', { cx: x(one.t), cy: y(one.p), r: 3 })));
    }
    if (past.length) shapes.push(s('path.shown', { d: line(past) }));
    if (ahead.length > 1) shapes.push(s('path.ahead', { d: line(ahead) }));
    if (run.end === null) shapes.push(s('path.now', { d: `M${x(now)} ${this.top}V${this.lanes.at(-1)[1] + 9}` }));
    if (run.eta && run.eta >= from && run.eta <= to) shapes.push(s('path.eta', { d: `M${x(run.eta)} ${this.top}V${this.lanes[0][1]}` }));
    if (run.boundary && run.boundary <= to) shapes.push(s('path.mark-line', { d: `M${x(run.boundary)} ${this.top}V${this.lanes[2][1]}` }), this.flag(run.boundary));
    return shapes;
  },

  flag(t) {
    return s('path.mark', { d: `M${this.scale.x(t)} ${this.lanes[2][1] - 6}l9 5-9 5z` });
  },

  laneShapes(now) {
    const { x } = this.scale;
    const [eta, pushes] = [this.lanes[0][1], this.lanes[1][1]];
    const diamonds = this.run.moves.map((move) => s('path.eta-move', { d: `M${x(move.t)} ${eta - 5}l5 5-5 5-5-5z` }, s('title', {}, etaMove(move))));
    const ticks = this.run.pushes.map((push) => {
      const kind = push.outcome === 'ok' ? '' : push.outcome === 'sending' ? '.sending' : '.wrong';
      return s(`path.push${kind}`, { d: `M${x(push.at)} ${pushes + 7}V${push.priority === 10 ? pushes - 7 : pushes}` });
    });
    return [...diamonds, ...ticks, ...this.run.marks.map((mark) => this.flag(mark.t))];
  },

  // MARK: The moment looked at

  get moment() { return this.hovered ?? this.chosen; },

  cursorShapes(x, y) {
    const entry = this.moment === null ? null : this.run.entries[this.moment];
    if (!entry) return [];
    const shown = this.run.shown.findLast((point) => point.t <= entry.at);
    return [s('path.cursor', { d: `M${x(entry.at)} ${this.top}V${this.lanes.at(-1)[1] + 9}` }),
      shown && s('circle.cursor-dot', { cx: x(entry.at), cy: y(shown.p), r: 5 })].filter(Boolean);
  },

  hover(event) {
    const box = this.svg.getBoundingClientRect();
    const at = (event.clientX - box.left) * (this.scale.width / box.width);
    let best = null;
    this.run.entries.forEach((entry, index) => {
      const off = Math.abs(this.scale.x(entry.at) - at);
      if (best === null || off <= best.off) best = { off, index };
    });
    this.choose(best?.index ?? null, false);
  },

  choose(index, isByKey) {
    if (isByKey) this.chosen = index; else this.hovered = index;
    if (isByKey) this.hovered = null;
    this.drawAgain();
  },

  key(event) {
    const last = this.run.entries.length - 1;
    const at = this.moment;
    const next = { ArrowRight: at === null ? 0 : at + 1, ArrowLeft: at === null ? last : at - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Enter') this.openEntry();
    else if (next === undefined || last < 0) return;
    else this.choose(Math.min(last, Math.max(0, next)), true);
    event.preventDefault();
  },

  openEntry() {
    const entry = this.moment === null ? null : this.run.entries[this.moment];
    if (entry) timeline.reveal(entry);
  },

  sayMoment() {
    const entry = this.moment === null ? null : this.run.entries[this.moment];
    const shown = entry && this.run.shown.findLast((point) => point.t <= entry.at);
    const words = entry
      ? [clockTime(entry.at, true), entry.kind === 'push' ? pushWords(entry) : eventWords(entry), shown && `shown ${exactPercent(shown.p)}`]
      : [this.run.entries.length ? 'Point at the curve, or choose it and use the arrow keys, to see what happened when.' : 'Nothing is recorded of this run.'];
    const move = entry && this.run.moves.find((one) => one.entry === entry);
    if (move) words.push(etaMove(move));
    setText(this.readout, words.filter(Boolean).join(' · '));
  },
};

const etaMove = ({ from, to }) => from === null
  ? `ETA ${clockTime(to)}`
  : `ETA moved ${to >= from ? '+' : '−'}${span(to - from)} to ${clockTime(to)}`;

/** The round step of a time axis that is not smaller than `least` seconds. */
function tickStep(least) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  return steps.find((step) => step >= least) ?? Math.ceil(least / 86400) * 86400;
}
