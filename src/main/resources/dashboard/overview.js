// How things are now, and how they were in the last minutes.
import { data, h, keep, say } from './dom.js';
import { count, dropped, many, measure, millis } from './format.js';
import { stateNode, stateOf, subscriptionHref } from './parts.js';
import { Plot } from './plot.js';

const perSecond = (name) => (sample) => sample.perSecond[name] ?? 0;
const latency = (name, share) => (sample) => sample.latency[name]?.[share] ?? null;
const sum = (...names) => (sample) => names.reduce((all, name) => all + (sample.perSecond[name] ?? 0), 0);
const pending = (queue) => (sample) => sample.pending[queue] ?? 0;

const plots = () => [
  new Plot('Events per second', [
    { name: 'delivered', of: perSecond('DeliverySuccessCount') },
    { name: 'published', of: perSecond('PublishSuccessCount') },
  ], measure),
  new Plot('Failures per second', [
    { name: 'attempts that failed', of: perSecond('DeliveryAttemptFailCount') },
    { name: 'dead-lettered or dropped', of: sum('DeadLetteredCount', 'DroppedEventCount') },
  ], measure),
  new Plot('Time that endpoints take', [
    { name: '95 %', of: latency('DestinationProcessingDurationInMs', 'p95') },
    { name: 'median', of: latency('DestinationProcessingDurationInMs', 'p50') },
  ], millis),
  new Plot('Time that a publish takes', [
    { name: '95 %', of: latency('PublishSuccessLatencyInMs', 'p95') },
    { name: 'median', of: latency('PublishSuccessLatencyInMs', 'p50') },
  ], millis),
  new Plot('Deliveries that wait', [
    { name: 'retries', of: pending('retries') },
    { name: 'deliveries', of: pending('deliveries') },
    { name: 'dead letters', of: pending('deadletters') },
  ], count),
  new Plot('Storage transactions per second', [{ name: 'all', of: perSecond('StorageTransactionCount') }], measure),
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

export const view = (ctx) => {
  const tiles = {
    accepted: tile('accepted', 'Accepted', 'events times subscriptions'),
    delivered: tile('delivered', 'Delivered', 'the endpoint took them'),
    waiting: tile('waiting', 'Waiting', 'deliveries in queues, an estimate'),
    deadLettered: tile('deadLettered', 'Dead-lettered', 'kept as blobs'),
    dropped: tile('dropped', 'Dropped', 'given up, kept nowhere'),
    unaccounted: tile('unaccounted', 'Unaccounted', ''),
  };
  const drawn = plots();
  const troubled = h('ul', { class: 'plain' });
  const calm = h('p', { class: 'quiet' });
  const instances = h('p', { class: 'quiet' });
  const node = h('div', { class: 'stack wide' },
    h('section', { 'aria-label': 'Totals', class: 'tiles' }, Object.values(tiles).map((each) => each.node)),
    h('section', { class: 'card', 'aria-labelledby': 'attention' },
      h('h2', { id: 'attention' }, 'Needs attention'), calm, troubled),
    h('section', { 'aria-labelledby': 'plots' }, h('h2', { id: 'plots' }, 'The last minutes'), instances,
      h('div', { class: 'plots' }, drawn.map((plot) => plot.node))));

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
    say(calm, items.length ? `${many(items.length, 'subscription')} of ${count(subscriptions)}`
      : `Nothing: ${many(subscriptions, 'subscription')} of ${many(overview.topics.length, 'topic')}, all active and well.`);
    drawn.forEach((plot) => plot.update(ctx.rates.samples));
    say(instances, `As ${many(ctx.rates.instances || 1, 'instance')} that answered this page counted it; it began when you signed in.`);
  };
  return { title: 'Overview', node, update };
};
