/** The token, kept for this tab alone; it never gets into an address. */
const access = {
  token: remembered('relay.token'),
  /** Whose token it is, where it is a subscriber's. */
  subscriber: remembered('relay.subscriber'),
  isWanted: false,

  set(token, subscriber) {
    this.token = token;
    this.subscriber = subscriber;
    this.isWanted = false;
    remember('relay.token', token);
    remember('relay.subscriber', subscriber);
  },
};

function remembered(name) {
  try { return sessionStorage.getItem(name) ?? ''; } catch { return ''; }
}

function remember(name, value) {
  try {
    if (value) sessionStorage.setItem(name, value); else sessionStorage.removeItem(name);
  } catch { /* storage is off: then it is kept until the page is left */ }
}

/** An answer that is none of the 2xx. */
class Refusal extends Error {
  constructor(status, detail, retryAfter) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Asks the relay; throws a `Refusal` where it refuses, and what `fetch` throws where it cannot be reached. */
async function ask(path, { headers = {}, signal } = {}) {
  const used = access.token;
  const answer = await fetch(path, {
    headers: { ...headers, ...(used ? { Authorization: `Bearer ${used}` } : {}) },
    cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', signal,
  });
  clock.learn(answer.headers.get('date'));
  if (answer.ok) return answer;
  let detail = `${answer.status} ${answer.statusText}`;
  try { detail = (await answer.json()).detail ?? detail; } catch { /* no problem object */ }
  if (answer.status === 401 && used === access.token) wantToken(detail);
  throw new Refusal(answer.status, detail, Number(answer.headers.get('retry-after')) || null);
}

const askJSON = async (path, options = {}) =>
  (await ask(path, { ...options, headers: { Accept: 'application/json', ...options.headers } })).json();

/** Says that a token is needed, and asks for it once. */
function wantToken(detail) {
  const isFirst = !access.isWanted;
  access.isWanted = true;
  connection.show('lost', access.token ? 'The token is not accepted' : 'A token is needed');
  byId('access').hidden = false;
  if (isFirst) openTokenDialog(access.token ? `The relay does not accept this token: ${detail}` : null);
}

function openTokenDialog(why) {
  if (byId('token-dialog').open) return;
  if (why) setText(byId('token-why'), why);
  byId('token').value = '';
  byId('subscriber').value = access.subscriber;
  byId('token-dialog').showModal();
  byId('token').focus();
}

function useToken(token, subscriber) {
  access.set(token, subscriber);
  byId('token').value = '';
  byId('token-dialog').close();
  if (!token) detail.close();
  begin();
}

byId('token-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const token = byId('token').value.trim();
  if (token) useToken(token, byId('subscriber').value.trim());
});
byId('token-forget').addEventListener('click', () => useToken('', ''));
byId('access').addEventListener('click', () => openTokenDialog(null));
