// How things are now, and how they were in the last minutes.
import { data, h, keep, say } from './dom.js';
import { count, dropped, many, measure, millis } from './format.js';
import { stateNode, stateOf, subscriptionHref } from './parts.js';
import { Plot } from './plot.js';

const perSecond = (name) => (sample) => sample.perSecond[name] ?? 0;
const latency = (name, share) => (sample) => sample.latency[name]?.[share] ?? null;
const pending = (queue) => (sample) => sample.pending[queue] ?? 0;
const ended = (how) => (sample) => sample.ended?.[how] ?? null;

/** Of all instances, whatever process does it. */
const plotsOfAll = () => [
  new Plot('Events per second', [
    { name: 'delivered', of: ended('delivered') },
    { name: 'dead-lettered or dropped', of: ended('lost') },
  ], measure),
  new Plot('Deliveries that wait', [
    { name: 'retries', of: pending('retries') },
    { name: 'deliveries', of: pending('deliveries') },
    { name: 'dead letters', of: pending('deadletters') },
  ], count),
];

/** Of who answers HTTP: where retries and dead letters have processes of their own, of first attempts alone. */
const plotsOfAnswering = () => [
  new Plot('First attempts per second', [
    { name: 'delivered', of: perSecond('DeliverySuccessCount') },
    { name: 'published', of: perSecond('PublishSuccessCount') },
    { name: 'failed', of: perSecond('DeliveryAttemptFailCount') },
  ], measure),
  new Plot('Time that endpoints take', [
    { name: '95 %', of: latency('DestinationProcessingDurationInMs', 'p95') },
    { name: 'median', of: latency('DestinationProcessingDurationInMs', 'p50') },
  ], millis),
  new Plot('Time that a publish takes', [
    { name: '95 %', of: latency('PublishSuccessLatencyInMs', 'p95') },
    { name: 'median', of: latency('PublishSuccessLatencyInMs', 'p50') },
  ], millis),
  new Plot('Storage transactions per second', [{ name: 'these instances', of: perSecond('StorageTransactionCount') }], measure),
];

const tile = (name, label, hint) => {
  const value = h('strong', { 'data-tile': name }, '–');
  const note = h('small', { class: 'quiet' }, hint);
  return { node: h('div', { class: 'card tile' }, h('span', {}, label), value, note), value, note };
};

const needing = ({ topics }) => topics.flatMap((topic) => topic.eventSubscriptions
  .map((subscription) => ({ topic: topic.name, subscription }))
  .filter(({ subscription }) => stateOf(subscription).kind !== 'ok'));

const attentionRow = ({ topic, subscription }) => {
  const state = stateNode();
  return {
    node: h('li', {}, h('a', { href: subscriptionHref(topic, subscription.name) }, data(`${topic} / ${subscription.name}`)), ' ', state.node),
    update: (item) => state.update(item.subscription),
  };
};

const calmText = (troubled, subscriptions, { topics, isComplete }) => {
  const of = isComplete ? count(subscriptions) : `the first ${count(subscriptions)}; there are more`;
  if (troubled) return `${many(troubled, 'subscription')} of ${of}`;
  return isComplete ? `Nothing: ${many(subscriptions, 'subscription')} of ${many(topics.length, 'topic')}, all active and well.`
    : `None of ${of}, which this page does not have.`;
};

export const view = (ctx) => {
  const tiles = {
    accepted: tile('accepted', 'Accepted', 'events times subscriptions'),
    delivered: tile('delivered', 'Delivered', 'the endpoint took them'),
    waiting: tile('waiting', 'Waiting', 'deliveries in queues, an estimate'),
    deadLettered: tile('deadLettered', 'Dead-lettered', 'kept as blobs'),
    dropped: tile('dropped', 'Dropped', 'given up, kept nowhere'),
    unaccounted: tile('unaccounted', 'Unaccounted', ''),
  };
  const ofAll = plotsOfAll();
  const ofAnswering = plotsOfAnswering();
  const troubled = h('ul', { class: 'plain' });
  const calm = h('p', { class: 'quiet' });
  const instances = h('p', { class: 'quiet' });
  const node = h('div', { class: 'stack wide' },
    h('section', { 'aria-label': 'Totals', class: 'tiles' }, Object.values(tiles).map((each) => each.node)),
    h('section', { class: 'card', 'aria-labelledby': 'attention' },
      h('h2', { id: 'attention' }, 'Needs attention'), calm, troubled),
    h('section', { 'aria-labelledby': 'plots' }, h('h2', { id: 'plots' }, 'The last minutes, of all instances'),
      h('p', { class: 'quiet' }, 'Rates are the mean of up to 5 minutes, from a minute after you signed in: each instance writes what it '
        + 'counted every minute, or every five if it is little.'),
      h('div', { class: 'plots' }, ofAll.map((plot) => plot.node))),
    h('section', { 'aria-labelledby': 'answering' },
      h('h2', { id: 'answering' }, 'First attempts, by the instances that answered this page'), instances,
      h('div', { class: 'plots' }, ofAnswering.map((plot) => plot.node))));

  const update = (overview) => {
    const total = overview.ledger?.total;
    const waiting = Object.values(overview.pending).reduce((all, each) => all + each, 0);
    say(tiles.accepted.value, total ? count(total.accepted) : '–');
    say(tiles.delivered.value, total ? count(total.delivered) : '–');
    say(tiles.deadLettered.value, total ? count(total.deadLettered) : '–');
    say(tiles.dropped.value, total ? count(dropped(total)) : '–');
    say(tiles.waiting.value, count(waiting));
    const unaccounted = overview.ledger?.unaccounted;
    say(tiles.unaccounted.value, unaccounted === null || unaccounted === undefined ? '–' : count(unaccounted));
    const known = unaccounted === null ? 'told when nothing waits' : 'should be 0; an estimate';
    say(tiles.unaccounted.note, overview.ledger ? known : 'no ledger is kept (GRIDHOOK_LEDGER)');
    tiles.unaccounted.node.classList.toggle('warn', unaccounted > 0);
    tiles.deadLettered.node.classList.toggle('warn', (total?.deadLettered ?? 0) > 0);
    tiles.dropped.node.classList.toggle('warn', dropped(total) > 0);
    const items = needing(overview);
    keep(troubled, items.slice(0, 50), (item) => `${item.topic}\n${item.subscription.name}`, attentionRow);
    const subscriptions = overview.topics.reduce((all, topic) => all + topic.eventSubscriptions.length, 0);
    say(calm, calmText(items.length, subscriptions, overview));
    [...ofAll, ...ofAnswering].forEach((plot) => plot.update(ctx.rates.samples));
    say(instances, `As ${many(ctx.rates.instances || 1, 'instance')} counted it since you signed in. Retries, dead letters and redrives are in it `
      + 'only where the same process does them.');
  };
  return { title: 'Overview', node, update };
};
