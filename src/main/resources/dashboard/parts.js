// What several views are made of.
import { data, h, replace, say } from './dom.js';
import { many, span } from './format.js';

/** A word in a colour that says how well it is: ok, warn, bad or quiet. */
export const badge = (kind, text) => h('span', { class: `badge ${kind}` }, text);

/** What went wrong, in the app's words. */
export const problem = (error) => h('p', { class: 'problem', role: 'alert' }, data(error.message, 'span'));

/** A place that says what was done, or what went wrong; what reads the page aloud is told. */
export class Note {
  node = h('div', { class: 'note', 'aria-live': 'polite' });

  say(text) {
    replace(this.node, text ? h('p', {}, text) : '');
  }

  show(...children) {
    replace(this.node, children);
  }

  fail(error) {
    replace(this.node, problem(error));
  }
}

export const field = (label, input, hint) =>
  h('label', { class: 'field' }, h('span', {}, label), input, hint && h('small', { class: 'quiet' }, hint));

export const select = (attributes, options, chosen) =>
  h('select', attributes, options.map(([value, text]) => h('option', { value, selected: value === chosen }, text ?? value)));

/** Runs what a button is for: it cannot be pressed again meanwhile, and what goes wrong is shown. */
export const run = async (button, note, work) => {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    note.fail(error);
  } finally {
    button.disabled = false;
  }
};

/** A table with a name for who does not see it; on a phone each row is a card, with the heads beside the values. */
export class Table {
  body = h('tbody');

  constructor(caption, heads, attributes = {}) {
    this.heads = heads;
    this.node = h('table', { 'aria-label': caption, ...attributes },
      h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col', class: numeric(head) }, bare(head))))),
      this.body);
  }

  /** A row; cells in the order of the heads. */
  row(cells, attributes = {}) {
    return h('tr', attributes, cells.map((cell, i) =>
      h('td', { 'data-head': bare(this.heads[i]), class: numeric(this.heads[i]) }, cell)));
  }
}

/** A head that begins with # is of numbers. */
const numeric = (head) => (head.startsWith('#') ? 'number' : false);
const bare = (head) => head.replace(/^#/, '');

/** How a subscription is: the worst that is known of it. */
export const stateOf = (subscription) => {
  const { deliveryState, deliveryStateReason, provisioningState, health } = subscription;
  if (deliveryState === 'Disabled' || health.state === 'Disabled') {
    return { kind: 'bad', text: 'Disabled', why: deliveryStateReason === 'EndpointGone' ? 'the endpoint answered 410' : 'by an operator' };
  }
  if (provisioningState === 'Failed') return { kind: 'bad', text: 'Not validated', why: 'nobody agreed in time' };
  if (provisioningState === 'AwaitingManualAction') {
    return { kind: 'warn', text: 'Awaiting consent', why: 'its endpoint has yet to agree' };
  }
  if (deliveryState === 'Paused') return { kind: 'warn', text: 'Paused', why: 'events wait until it is resumed' };
  if (health.state === 'Probation') return { kind: 'warn', text: 'Probation', why: `left alone after ${health.cause}`, until: health.until };
  if (health.failures > 0) return { kind: 'ok', text: 'Active', why: `${many(health.failures, 'event')} failed in a row` };
  return { kind: 'ok', text: 'Active', why: '' };
};

/** A state as a badge with what is to say of it, kept up to date. */
export const stateNode = () => {
  const word = h('span', { class: 'badge' });
  const why = h('span', { class: 'quiet' });
  const left = h('span', { class: 'quiet' });
  return {
    node: h('span', { class: 'state' }, word, ' ', why, ' ', left),
    update: (subscription) => {
      const state = stateOf(subscription);
      word.className = `badge ${state.kind}`;
      say(word, state.text);
      say(why, state.why);
      countDown(left, state.until);
    },
  };
};

/** Has a node say how long it is until then, from second to second. */
export const countDown = (node, until) => {
  if (until) {
    node.dataset.until = until;
  } else {
    delete node.dataset.until;
    say(node, '');
  }
};

/** Brings all that counts down up to date. */
export const tick = (now) => {
  for (const node of document.querySelectorAll('[data-until]')) {
    const left = Date.parse(node.dataset.until) - now;
    node.textContent = left > 0 ? `· ${span(left)} left` : '· the next delivery is a probe';
  }
};

/** Where a subscription has its page. */
export const subscriptionHref = (topic, name) => `#/subscription?topic=${encodeURIComponent(topic)}&name=${encodeURIComponent(name)}`;

export const whyHref = (eventId, topic = '') =>
  `#/events?id=${encodeURIComponent(eventId)}${topic ? `&topic=${encodeURIComponent(topic)}` : ''}`;

/** How domains and their topics are called in metrics and logs is how they are shown. */
export const kindOf = (topic) => {
  if (topic.endsWith('/')) return 'domain';
  return topic.includes('/') ? 'domain topic' : 'topic';
};

const HOUR = 3_600_000;
export const WINDOWS = [[String(HOUR), 'last hour'], [String(24 * HOUR), 'last day'], [String(7 * 24 * HOUR), 'last 7 days'],
  [String(30 * 24 * HOUR), 'last 30 days']];
export const WEEK = WINDOWS[2][0];

/** The beginning of a window that ends now. */
export const since = (milliseconds) => new Date(Date.now() - Number(milliseconds)).toISOString();

/** Badges of the delivery log's words. */
export const outcomeBadge = (outcome) => {
  if (['Delivered', 'delivered'].includes(outcome)) return badge('ok', outcome);
  if (['published', 'notMatched', 'unknown'].includes(outcome)) return badge('quiet', outcome);
  return badge(['deadLettered', 'dropped'].includes(outcome) ? 'bad' : 'warn', visibleWord(outcome));
};

const visibleWord = (text) => data(text ?? '');

/** Choices of all subscriptions, by topic; values are topic and name with a line break between, which is in neither. */
export const subscriptionOptions = (select_, overview, chosen) => {
  const known = JSON.stringify((overview?.topics ?? []).map((topic) => [topic.name, topic.eventSubscriptions.map((each) => each.name)]));
  if (select_.known === known) return;
  select_.known = known;
  const before = select_.value || chosen;
  replace(select_, h('option', { value: '' }, 'Choose a subscription'),
    (overview?.topics ?? []).filter((topic) => topic.eventSubscriptions.length).map((topic) =>
      h('optgroup', { label: topic.name }, topic.eventSubscriptions.map((each) =>
        h('option', { value: `${topic.name}\n${each.name}` }, `${topic.name} / ${each.name}`)))));
  select_.value = before;
};
