/** Follows what there is to follow: everything by one stream, or, where that is refused, by asking again and again. */
const follow = {
  all: null,
  one: null,
  polling: 0,
  isHidden: false,
  // While the tab is out of sight for so long, nothing is followed: browsers open few connections to one host.
  patience: 30,

  begin() {
    this.stop();
    const query = access.subscriber ? `?subscriberId=${encodeURIComponent(access.subscriber)}` : '';
    this.all = new Follower(`/v1/stream${query}`, {
      message: (message) => { list.message(message); detail.message(message); },
      live: () => { connection.show('live', 'Live'); resync(); },
      lost: (seconds, why) => this.lost(seconds, why),
      refused: (refusal) => this.refused(refusal),
    });
    connection.show('connecting', 'Connecting…');
    this.all.start();
  },

  stop() {
    this.all?.stop();
    this.one?.stop();
    clearTimeout(this.polling);
    clearInterval(this.counting);
    this.polling = 0;
  },

  lost(seconds, why) {
    const until = Date.now() + seconds * 1000;
    const say = () => connection.show('lost', `Connection lost (${why}): trying again in ${Math.max(0, Math.ceil((until - Date.now()) / 1000))} s`, true);
    clearInterval(this.counting);
    say();
    this.counting = setInterval(() => (Date.now() >= until ? clearInterval(this.counting) : say()), 1000);
  },

  refused(refusal) {
    if (refusal.status === 401) return;
    this.poll();
    this.activity(detail.id);
  },

  /** Asks for the list every two seconds. */
  async poll() {
    this.polling = 1;
    try {
      await list.refresh();
      first();
      connection.show('polling', 'Asking every 2 s');
      detail.readSoon();
      showTrouble('list', null);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return void (this.polling = 0);
      if (error instanceof Refusal && error.status === 403) return this.forbid(error);
      if (error instanceof Refusal) showTrouble('list', `The list cannot be read: ${error.message}`);
      connection.show('lost', 'Connection lost: trying again in 2 s', true);
    }
    if (this.polling) this.polling = setTimeout(() => this.poll(), 2000);
  },

  /** Asking again is no help: another token is. */
  forbid(refusal) {
    this.polling = 0;
    byId('access').hidden = false;
    connection.show('lost', 'This token does not open the list');
    showTrouble('list', refusal.message);
  },

  /** Follows one activity by its own stream, where the stream of all is not to be had. */
  activity(id) {
    this.one?.stop();
    this.one = null;
    if (id === null || !this.polling) return;
    const nothing = () => {};
    this.one = new Follower(`${pathOf('v1', 'activities', id)}/stream`, { message: (message) => detail.message(message), live: nothing, lost: nothing, refused: nothing });
    this.one.start();
  },

  now() {
    clearInterval(this.counting);
    if (this.polling) {
      clearTimeout(this.polling);
      this.poll();
    } else if (this.all && !access.isWanted) {
      connection.show('connecting', 'Connecting…');
      this.all.start();
    }
  },

  seen() {
    clearTimeout(this.hiding);
    if (document.hidden) {
      this.hiding = setTimeout(() => {
        this.isHidden = true;
        this.stop();
      }, this.patience * 1000);
    } else if (this.isHidden) {
      this.isHidden = false;
      if (!access.isWanted) this.all?.start();
    }
  },
};

/** Does it, and leaves saying what fails to the connection's own words. */
const quietly = (work) => work.catch((error) => { if (!(error instanceof Refusal) && !(error instanceof TypeError)) console.error(error); });

const troubles = new Map();

/** Says what is wrong in the bar under the title; null: it is no more. */
function showTrouble(name, text) {
  if (text) troubles.set(name, text); else troubles.delete(name);
  setText(byId('trouble'), [...troubles.values()].join('\n'));
  byId('trouble').hidden = troubles.size === 0;
}

/** Reads what messages do not tell, after the connection was away. */
function resync() {
  list.refresh().then(() => { showTrouble('list', null); first(); }, (error) => {
    if (error instanceof Refusal && error.status !== 401) showTrouble('list', `The list cannot be read: ${error.message}`);
  });
  detail.readSoon();
  readHealth();
}

async function readHealth() {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', credentials: 'omit' });
    clock.learn(answer.headers.get('date'));
    const health = await answer.json();
    setText(byId('version'), health.version ?? '');
    const failing = Object.entries(health.failingSenders ?? {}).map(([name, why]) => `The sender ${name} fails: ${why}`);
    showTrouble('health', [...(health.reasons ?? []), ...failing].join('\n') || null);
    showTrouble('clock', Math.abs(clock.ahead) >= 5 ? `This machine’s clock is ${span(clock.ahead)} ${clock.ahead > 0 ? 'behind' : 'ahead of'} the relay’s; times here go by the relay’s.` : null);
  } catch { /* the connection's own words say so */ }
}

/** At first, where there is room for both, the newest activity is shown beside the list. */
function openFirst() {
  const first = byId('list').firstElementChild;
  if (!isWide() || detail.id || location.hash || !first || byId('search').value) return;
  detail.open(first.id.slice(4), true);
  list.mark();
}

/** Opens what the address names. */
function openAddressed() {
  // The link over the bar names a place in the page.
  if (location.hash && !location.hash.startsWith('#/')) return;
  const [, id] = /^#\/(.+)$/.exec(location.hash) ?? [];
  let name = null;
  try { name = id ? decodeURIComponent(id) : null; } catch { /* a broken address names nothing */ }
  if (name === null) return detail.close(true);
  if (name !== detail.id) {
    list.here = name;
    detail.open(name, true);
    list.mark();
  }
}

function begin() {
  byId('access').hidden = !access.token;
  showTrouble('list', null);
  list.forget();
  list.draw();
  if (detail.id) detail.readSoon();
  follow.begin();
}

function search() {
  list.draw();
  clearTimeout(search.timer);
  const words = byId('search').value.trim();
  if (words) search.timer = setTimeout(() => quietly(list.find(words)), 350);
}

function pressed(event) {
  if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName);
  if (event.key === '/' && !isTyping) {
    if (!isWide()) detail.close();
    byId('search').focus();
    byId('search').select();
  } else if (event.key === 'Escape') escaped(event.target);
  else return;
  event.preventDefault();
}

/** One step back: from the words to none, from the search to the list, from an activity to the list. */
function escaped(target) {
  if (target.id === 'search' && target.value) {
    target.value = '';
    return search();
  }
  if (!isWide() && detail.id) detail.close();
  byId('list').focus();
}

/** Does `openFirst` when the list was read and drawn for the first time. */
function first() {
  if (first.isDone) return;
  first.isDone = true;
  list.drawNow();
  openFirst();
}

const sizes = new ResizeObserver(() => curve.drawAgain());

byId('list').addEventListener('keydown', (event) => list.key(event));
byId('list').addEventListener('focus', () => { list.here ??= detail.id ?? byId('list').firstElementChild?.id.slice(4) ?? null; list.mark(); });
byId('more').addEventListener('click', () => quietly(list.more()));
byId('search').addEventListener('input', search);
byId('search').addEventListener('keydown', (event) => { if (event.key === 'ArrowDown' || event.key === 'Enter') { event.preventDefault(); byId('list').focus(); } });
byId('filters').addEventListener('submit', (event) => event.preventDefault());
byId('phase').addEventListener('change', () => { list.forget(); list.draw(); quietly(list.refresh()); });
byId('retry').addEventListener('click', () => follow.now());
document.addEventListener('keydown', pressed);
document.addEventListener('visibilitychange', () => follow.seen());
addEventListener('online', () => follow.now());
addEventListener('popstate', openAddressed);
addEventListener('hashchange', openAddressed);
setInterval(() => detail.tick(), 1000);
setInterval(() => list.draw(), 10000);
setInterval(() => { if (!document.hidden && !access.isWanted) { quietly(list.refresh()); readHealth(); } }, 30000);

openAddressed();
readHealth();
begin();
