/** What the history tells of the current run, put in order for the curve. */
function story(entries, view, viewedAt) {
  const all = entries.filter((entry) => entry.at >= view.startedAt - 0.01 && entry.kind !== 'registration');
  const run = { entries: all, told: [], shown: [], moves: [], pushes: [], marks: [], bands: [], eta: null, startedAt: view.startedAt };
  let asked = null;
  for (const entry of all) {
    const raw = isObject(entry.event) ? entry.event : {};
    if (entry.kind === 'push') run.pushes.push(entry);
    if (entry.kind !== 'event') {
      if (entry.reason === 'boundary') run.marks.push({ t: entry.at, text: 'boundary fired', entry });
    } else if (entry.outcome === 'accepted') {
      if (isNumber(raw.progress)) run.told.push({ t: entry.at, p: raw.progress });
      const eta = instant(raw.estimatedCompletionDate);
      if (eta !== null && eta !== asked) run.moves.push({ t: entry.at, from: asked, to: eta, entry });
      if (eta !== null) asked = eta;
      if (isObject(raw.boundary)) run.marks.push({ t: entry.at, text: 'boundary set', entry });
      band(run.bands, entry);
    }
    if (entry.kind === 'push') addShown(run, entry.at, entry.contentState, null);
    else if (entry.kind === 'change' || entry.outcome === 'accepted') addShown(run, entry.at, entry.contentState, entry.phase);
  }
  if (!isOver(view.phase)) addShown(run, Math.max(viewedAt, run.shown.at(-1)?.t ?? 0), view.contentState, view.phase);
  run.eta = view.contentState?.estimatedCompletionDate ?? null;
  run.boundary = view.due?.what === 'boundary' ? view.due.at : nextBoundary(all, view);
  run.end = isOver(view.phase) ? all.at(-1)?.at ?? viewedAt : null;
  return run;
}

/** An instant as events may tell it: Unix seconds, or RFC 3339. */
function instant(value) {
  if (isNumber(value)) return value;
  const parsed = typeof value === 'string' ? Date.parse(value) / 1000 : NaN;
  return Number.isFinite(parsed) ? parsed : null;
}

function addShown(run, t, state, phase) {
  if (!isNumber(state?.progress)) return;
  const last = run.shown.at(-1);
  run.shown.push({ t, p: state.progress, eta: state.estimatedCompletionDate ?? null, phase: phase ?? last?.phase ?? 'active' });
}

function nextBoundary(entries, view) {
  if (isOver(view.phase)) return null;
  const last = entries.findLast((entry) => entry.outcome === 'accepted' && entry.event && 'boundary' in entry.event);
  const at = instant(last?.event.boundary?.at);
  return at !== null && at > clock.now() ? at : null;
}

/** Times in which the ring stands still. */
function band(bands, { at, phase }) {
  const open = bands.at(-1);
  if (open && open.to === null && open.phase !== phase) open.to = at;
  if ((phase === 'queued' || phase === 'paused') && (!open || open.to !== null)) bands.push({ phase, from: at, to: null });
}

/** How long work had gone on at `t`: the time since the start without queue and pauses (P2). */
function elapsed(run, t) {
  const still = run.bands.reduce((sum, one, index) => {
    const from = index === 0 && one.phase === 'queued' && one.from - run.startedAt < 2 ? run.startedAt : one.from;
    return sum + Math.max(0, Math.min(t, one.to ?? t) - from);
  }, 0);
  return Math.max(0, t - run.startedAt - still);
}

/** The ring from a point on until `until`, as time moves it, no further than `most`: corners of a line (P3, P4). */
function ramp(run, point, until, most) {
  const before = elapsed(run, point.t);
  const total = point.eta === null ? 0 : before + point.eta - point.t;
  const cap = Math.min(0.95, most);
  if (point.phase !== 'active' || total <= 0 || point.eta <= point.t || point.p >= cap) return [[until, point.p]];
  const when = (progress) => point.t + progress * total - before;
  const corners = [];
  if (when(point.p) > point.t) corners.push([Math.min(until, when(point.p)), point.p]);
  if (when(point.p) >= until) return corners;
  const full = Math.min(until, when(cap));
  corners.push([full, Math.min(cap, (before + full - point.t) / total)]);
  if (full < until) corners.push([until, cap]);
  return corners;
}

/** The corners of the ring's line over all that is known, then what time alone would make of it. */
function shownLine(run, now, until) {
  const past = [];
  run.shown.forEach((point, index) => {
    const next = run.shown[index + 1];
    past.push([point.t, point.p]);
    if (next) past.push(...ramp(run, point, next.t, Math.max(point.p, next.p)));
  });
  const last = run.shown.at(-1);
  if (!last || run.end !== null) return { past, ahead: [] };
  if (last.t < now) past.push(...ramp(run, last, now, 1));
  const [t, p] = past.at(-1);
  const ahead = run.eta !== null && run.eta > now ? [[t, p], ...ramp(run, { ...last }, until, 1).filter(([x]) => x > t)] : [];
  return { past, ahead };
}
