/** What a phone draws of a content state at an instant: by its own clock, though no push comes. */
function cardLook(state, { phase, now, dismissalDate }) {
  const timer = isObject(state.timer) ? state.timer : null;
  const over = isOver(phase);
  const ends = timer?.mode === 'countDown' ? timer.until : !timer && isNumber(state.estimatedCompletionDate) ? state.estimatedCompletionDate : null;
  const isPast = !over && ends !== null && now >= ends;
  const isOverflowing = isPast && Boolean(state.subtitleOverflow);
  return {
    progress: state.progress ?? 0,
    centre: cardCentre(state, phase),
    name: state.trackTitle ?? '',
    label: state.displayStatus ?? state.status ?? '',
    line: isOverflowing ? state.subtitleOverflow : state.subtitle ?? '',
    isOverflowing, isPast,
    ticker: over ? null : cardTicker(state, timer, now),
    isStale: !over && isNumber(state.staleAt) && now >= state.staleAt,
    isPaused: phase === 'paused' || timer?.mode === 'paused',
    isGone: over && isNumber(dismissalDate) && now >= dismissalDate,
    phase, over,
  };
}

function cardCentre(state, phase) {
  if (state.queuePosition !== undefined) return `#${state.queuePosition}`;
  if (phase === 'completed') return '✓';
  if (phase === 'failed') return '!';
  if (isOver(phase)) return '–';
  return phase === 'paused' ? '❚❚' : percent(state.progress ?? 0);
}

function cardTicker(state, timer, now) {
  switch (timer?.mode) {
    case 'countDown': return { text: ticking(Math.ceil(Math.min(timer.until - now, timer.until - timer.from) - 1e-6)), note: 'left' };
    case 'countUp': return { text: ticking(now - timer.from), note: 'elapsed' };
    case 'paused': return { text: ticking(timer.elapsed), note: 'paused' };
    default:
  }
  const eta = state.estimatedCompletionDate;
  if (!isNumber(eta) || eta <= now) return null;
  return { text: clockTime(eta).slice(-8, -3), note: 'ready about' };
}

/** The card as an element that is changed in place. */
function lockScreenCard() {
  const [dial, centre, name, label, line, badge] = [ring(), h('b'), h('div.name', { dir: 'auto' }), h('div.label', { dir: 'auto' }), h('div.line', { dir: 'auto' }), h('div.badge')];
  const [note, text] = [h('small'), h('span')];
  const ticker = h('div.ticker', {}, note, text);
  const card = h('div.card', { role: 'img' }, h('div.dial', {}, dial, centre), h('div.words', {}, name, label, line), ticker, badge);
  card.show = (look, accent) => {
    if (accent) card.style.setProperty('--tint', accent); else card.style.removeProperty('--tint');
    dial.show(look.progress);
    setText(centre, look.centre);
    for (const [element, value] of [[name, look.name], [label, look.label], [line, look.line]]) {
      setText(element, value);
      element.hidden = !value;
    }
    line.classList.toggle('overflow', look.isOverflowing);
    ticker.hidden = !look.ticker;
    setText(text, look.ticker?.text ?? '');
    setText(note, look.ticker?.note ?? '');
    card.className = ['card', look.isStale && 'stale', look.isPaused && 'paused', look.isPast && 'past', look.over && `over ${look.phase}`, look.isGone && 'gone'].filter(Boolean).join(' ');
    const state = look.isGone ? 'Gone from the lock screen' : look.isStale ? 'Outdated: drawn as stale' : '';
    setText(badge, state);
    badge.hidden = !state;
    card.setAttribute('aria-label', ['Lock-screen card', look.name, look.label, look.line, percent(look.progress), look.ticker && `${look.ticker.note} ${look.ticker.text}`, state].filter(Boolean).join(', '));
  };
  return card;
}

/** What there is to draw: what each target was sent last, and what holds now. */
function cardSources(view) {
  const sources = [];
  for (const target of view.targets ?? []) {
    // A card that was started by push is its device's picture until its own token is known.
    if (target.kind === 'start' && !(target.behind && target.card) && target.end !== 'waiting') continue;
    const push = (view.pushes ?? []).find((one) => one.target === target.target && one.outcome === 'ok');
    const state = push?.contentState ?? target.lastPush;
    if (state) sources.push({ key: `on ${target.target}`, label: target.target, target, state, at: push?.sentAt, isEnd: push?.event === 'end', dismissalDate: push?.dismissalDate });
  }
  sources.push({ key: 'now', label: 'resolved now', state: view.contentState ?? {} });
  return sources;
}
