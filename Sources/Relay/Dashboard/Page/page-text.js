// What others told (titles, labels, ids) reaches the page as text nodes only, never as markup.
const byId = (id) => document.getElementById(id);

/** An element of the name `tag`, or `tag.class.class`; children are elements, texts, or nothing. */
function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag.split('.')[0]), tag, attributes, children);
}

/** As `h`, of SVG. */
function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag.split('.')[0]), tag, attributes, children);
}

function filled(element, tag, attributes, children) {
  const classes = tag.split('.').slice(1);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Sets a text only where it differs, so that selections and screen readers are left in peace. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Text that somebody else wrote: set apart, so that its direction does not leak into ours. */
const told = (text) => h('bdi', {}, text);

/** A pill for a phase or an outcome, whose colour is the style sheet's. */
const pill = (word) => h('span.phase' + (/^[a-z]+$/.test(word) ? '.' + word : ''), {}, word);

const said = (text) => setText(byId('said'), text);

// MARK: Numbers and time

const two = (number) => String(number).padStart(2, '0');

/** Whether a value is an instant that a clock can show. */
const isInstant = (value) => typeof value === 'number' && Math.abs(value) < 8.64e12;

/** An instant as this machine's clock shows it, with the day where that is not today's. */
function clockTime(seconds, withFraction = false) {
  if (!isInstant(seconds)) return '–';
  const date = new Date(seconds * 1000);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const fraction = withFraction ? '.' + String(date.getMilliseconds()).padStart(3, '0') : '';
  const isToday = date.toDateString() === new Date(clock.now() * 1000).toDateString();
  return (isToday ? '' : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `) + time + fraction;
}

const timeElement = (seconds, text = clockTime(seconds)) =>
  h('time', isInstant(seconds) ? { datetime: new Date(seconds * 1000).toISOString(), title: new Date(seconds * 1000).toISOString() } : {}, text);

/** A span as a device's timer writes it: 4:05, 1:02:30. */
function ticking(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A span in words: 12 s, 3 min, 2 h, 4 days. */
function span(seconds) {
  const size = Math.abs(seconds);
  if (size < 99.5) return `${Math.round(size)} s`;
  if (size < 5400) return `${Math.round(size / 60)} min`;
  if (size < 172800) return `${Math.round(size / 3600)} h`;
  return `${Math.round(size / 86400)} days`;
}

const fromNow = (seconds) => {
  const ahead = seconds - clock.now();
  return ahead >= 0 ? `in ${span(ahead)}` : `${span(ahead)} ago`;
};

/** A progress of 0…1 as whole percent, never more than is done. */
const percent = (progress) => `${Math.floor(progress * 100 + 1e-6)} %`;

/** The same with all that the relay emits. */
const exactPercent = (progress) => `${Number((progress * 100).toFixed(2))} %`;

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isOver = (phase) => !['active', 'queued', 'paused'].includes(phase);

/** A colour, where it is one; nothing else gets into a style. */
const colour = (value) => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null);

const dates = new Set(['estimatedCompletionDate', 'staleAt', 'occurredAt', 'startedAt', 'at', 'sentAt', 'dismissalDate', 'lastEventAt', 'retryAt']);

/** A field's value as it is shown in a table. */
function valueText(name, value) {
  if (value === undefined) return '';
  if (value === null) return 'null';
  if (dates.has(name) && isNumber(value)) return clockTime(value, value % 1 !== 0);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The relay's clock, as far as this machine can tell: the relay's instants are compared with it. */
const clock = {
  ahead: 0,
  now() { return Date.now() / 1000 + this.ahead; },
  /** Learns from an answer's Date, which has whole seconds. */
  learn(date) {
    const told = Date.parse(date ?? '') / 1000;
    if (!Number.isFinite(told)) return;
    const ahead = told + 0.5 - Date.now() / 1000;
    this.ahead = Math.abs(ahead) < 2 ? 0 : ahead;
  },
};

// MARK: To copy

const pathOf = (...parts) => '/' + parts.map((part) => encodeURIComponent(part).replaceAll("'", '%27')).join('/');

/** A command that gets the same from a terminal; a token is named, never written out. */
function curl(path, options = '-s') {
  const token = access.token ? ' -H "Authorization: Bearer $RELAY_TOKEN"' : '';
  return `curl ${options}${token} '${location.origin}${path}'`;
}

/** A button that copies a command. */
const copyButton = (label, text, what) =>
  h('button.small', { type: 'button', 'aria-label': `Copy ${what}`, title: text(), click: (event) => copy(text(), event.currentTarget) }, label);

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    const label = button.textContent;
    button.textContent = 'copied';
    said('Copied');
    setTimeout(() => { button.textContent = label; }, 1200);
  } catch {
    // Without a secure context there is no clipboard: it is shown, to be copied by hand.
    byId('copy-text').value = text;
    byId('copy-dialog').showModal();
    byId('copy-text').select();
  }
}
