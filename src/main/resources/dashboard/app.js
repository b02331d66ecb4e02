// The page: signing in, finding the view that the address names, and asking the app how things are.
import { Api, ApiError } from './api.js';
import { data, h, replace, say } from './dom.js';
import { clock, span } from './format.js';
import { field, Note, problem, run, tick } from './parts.js';
import { Rates } from './rates.js';
import * as deadLetters from './deadletters.js';
import * as events from './events.js';
import * as log from './log.js';
import * as overview from './overview.js';
import * as settings from './settings.js';
import * as subscription from './subscription.js';
import * as topics from './topics.js';

const VIEWS = { overview, topics, subscription, events, log, deadletters: deadLetters, settings };
const TABS = [['overview', 'Overview'], ['topics', 'Topics'], ['events', 'Events'], ['log', 'Log'], ['deadletters', 'Dead letters'],
  ['settings', 'Settings']];
/** Ours: how often the app is asked; it answers from what it found out 4 s ago at most. */
const EVERY_MS = 5_000;
const LATEST_MS = 60_000;
/** Ours: what is older is not called live. */
const LIVE_MS = 3 * EVERY_MS;

/** What a view may use. */
class Session {
  rates = new Rates();
  overview = null;
  /** How many letters each redrive that was begun here is of. */
  totals = new Map();
  #ahead = 0;
  /** When what a change brought about was read, by the app's clock. */
  #changedAt = 0;
  #told;

  constructor(api, told) {
    this.api = api;
    this.#told = told;
  }

  get mayWrite() {
    return this.overview?.access === 'write';
  }

  /** The app's time. */
  now() {
    return Date.now() + this.#ahead;
  }

  /** A button that needs the right to write. */
  button(text, onclick, style = '') {
    return this.mayWrite
      ? h('button', { type: 'button', class: style, onclick }, text)
      : h('button', { type: 'button', class: style, disabled: true, title: 'Your key may only read' }, text);
  }

  find(topic, name) {
    return this.overview?.topics.find((each) => each.name === topic)?.eventSubscriptions.find((each) => each.name === name);
  }

  /** Asks how things are; anew after a change. */
  async refresh(anew = false) {
    const answer = await this.api.get('manage/overview', anew);
    const at = Date.parse(answer.generatedAt);
    this.rates.add(answer);
    // An instance may answer from before the change, which another one made.
    if (!anew && at < this.#changedAt) return;
    if (anew) this.#changedAt = at;
    const ahead = at - Date.now();
    this.#ahead = Math.abs(ahead) > 30_000 ? ahead : 0;
    this.overview = answer;
    this.#told();
  }
}

class App {
  #session = null;
  #view = null;
  #timer = 0;
  #wait = EVERY_MS;
  #updatedAt = 0;
  #retryAt = 0;
  #why = '';
  #tabs = TABS.map(([name, text]) => h('a', { href: `#/${name}` }, text));
  #status = h('span', { class: 'status', 'aria-live': 'off' });
  #trouble = h('div', { 'aria-live': 'assertive' });
  #readOnly = h('p', { class: 'note readonly', hidden: true }, 'This key may only read: what changes something is switched off.');
  #version = h('small', { class: 'quiet' });
  #title = h('h1', { tabindex: '-1' });
  #main = h('main', { id: 'main', tabindex: '-1' });

  constructor() {
    addEventListener('hashchange', () => this.#route(true));
    document.addEventListener('visibilitychange', () => this.#visibility());
    setInterval(() => this.#second(), 1_000);
    this.#askWho();
  }

  #askWho(why) {
    const key = h('input', { type: 'password', name: 'credential', autocomplete: 'off', spellcheck: 'false', required: true });
    const asKey = h('input', { type: 'radio', name: 'kind', value: 'key', checked: true });
    const asToken = h('input', { type: 'radio', name: 'kind', value: 'token' });
    const note = new Note();
    const button = h('button', { class: 'primary' }, 'Sign in');
    const form = h('form', {
      class: 'card signin',
      onsubmit: (event) => {
        event.preventDefault();
        note.say('');
        void run(button, note, () => this.#signIn(key.value.trim(), asToken.checked));
      },
    },
    h('p', { class: 'brand' }, h('img', { src: 'dashboard/icon.svg', alt: '', width: '40', height: '40' }), h('span', {}, 'Gridhook')),
    h('h1', {}, 'Sign in'),
    why && problem(why),
    h('fieldset', {}, h('legend', {}, 'With'),
      h('label', { class: 'check' }, asKey, 'a management key'),
      h('label', { class: 'check' }, asToken, 'an Entra token')),
    field('Key or token', key, 'Kept in this page’s memory alone; a reload asks again.'),
    button, note.node);
    document.title = 'Gridhook: sign in';
    replace(document.body, h('main', { class: 'center' }, form));
    key.focus();
  }

  async #signIn(credential, isToken) {
    const session = new Session(new Api(credential, isToken), () => this.#told());
    this.#session = session;
    try {
      await session.refresh();
    } catch (error) {
      this.#session = null;
      throw error;
    }
    this.#frame();
    this.#updated();
    this.#route(false);
    this.#schedule();
  }

  #signOut(why) {
    clearTimeout(this.#timer);
    this.#view?.leave?.();
    this.#view = null;
    this.#session = null;
    this.#askWho(why);
  }

  #frame() {
    const skip = h('button', { type: 'button', class: 'skip', onclick: () => this.#main.focus() }, 'Skip to content');
    replace(document.body,
      skip,
      h('header', { class: 'top' },
        h('a', { class: 'brand', href: '#/overview' },
          h('img', { src: 'dashboard/icon.svg', alt: '', width: '28', height: '28' }), h('span', {}, 'Gridhook'), this.#version),
        h('nav', { 'aria-label': 'Views' }, this.#tabs),
        h('div', { class: 'row who' }, this.#status, h('button', { type: 'button', onclick: () => this.#signOut() }, 'Sign out'))),
      this.#trouble, this.#readOnly, this.#main);
    say(this.#version, this.#session.overview.version);
    this.#readOnly.hidden = this.#session.mayWrite;
  }

  #route(isMove) {
    if (!this.#session) return;
    const [path, parameters = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const name = Object.hasOwn(VIEWS, path) ? path : 'overview';
    this.#view?.leave?.();
    this.#session.reload = () => this.#route(false);
    this.#view = VIEWS[name].view(this.#session, Object.fromEntries(new URLSearchParams(parameters)));
    const tab = name === 'subscription' ? 'topics' : name;
    TABS.forEach(([each], i) => {
      if (each === tab) this.#tabs[i].setAttribute('aria-current', 'page'); else this.#tabs[i].removeAttribute('aria-current');
    });
    replace(this.#title, data(this.#view.title));
    replace(this.#main, this.#title, this.#view.node);
    document.title = `${this.#title.textContent} – Gridhook`;
    this.#told();
    if (isMove) {
      scrollTo(0, 0);
      this.#title.focus({ preventScroll: true });
    }
  }

  /** There is news. */
  #told() {
    if (!this.#session?.overview) return;
    this.#view?.update?.(this.#session.overview);
    tick(this.#session.now());
  }

  #updated() {
    this.#updatedAt = Date.now();
    this.#retryAt = 0;
    this.#wait = EVERY_MS;
    replace(this.#trouble);
    this.#second();
  }

  #schedule(wait = this.#wait) {
    clearTimeout(this.#timer);
    if (!document.hidden && this.#session) this.#timer = setTimeout(() => void this.#poll(), wait);
  }

  /** Nobody looks: nothing is asked for. */
  #visibility() {
    this.#schedule(0);
  }

  async #poll() {
    const session = this.#session;
    if (!session) return;
    try {
      await session.refresh();
      if (session === this.#session) this.#updated();
    } catch (error) {
      if (session === this.#session) this.#failed(error);
    } finally {
      if (session === this.#session) this.#schedule();
    }
  }

  #failed(error) {
    const isAnswer = error instanceof ApiError;
    if (isAnswer && error.isRefused) {
      this.#signOut(error);
      return;
    }
    // Our own mistake, or an answer of another shape: the next one may do.
    if (!isAnswer) console.error(error);
    this.#why = isAnswer ? 'no answer' : 'not shown';
    this.#wait = Math.max(isAnswer ? error.retryAfterMs : 0, Math.min(LATEST_MS, this.#wait * 2));
    this.#retryAt = Date.now() + this.#wait;
    replace(this.#trouble, problem(error));
    this.#second();
  }

  #second() {
    if (!this.#session) return;
    tick(this.#session.now());
    const isOld = Date.now() - this.#updatedAt > LIVE_MS;
    this.#status.dataset.state = this.#retryAt ? 'down' : (isOld ? 'old' : 'live');
    say(this.#status, this.#retryAt
      ? `${this.#why}; again in ${span(this.#retryAt - Date.now())}`
      : `${isOld ? 'as of' : 'live,'} ${clock(new Date(this.#updatedAt))}`);
  }
}

new App();
