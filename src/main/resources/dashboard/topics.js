// All topics with their subscriptions.
import { data, h, keep, say } from './dom.js';
import { count, dropped, many } from './format.js';
import { kindOf, select, stateNode, stateOf, subscriptionHref, Table } from './parts.js';

const HEADS = ['Event subscription', 'State', 'Endpoint', '#Accepted', '#Delivered', '#Dead-lettered', '#Dropped', '#Open'];

const subscriptionRow = (table, topic, subscription) => {
  const state = stateNode();
  const numbers = Array.from({ length: 5 }, () => h('span'));
  return {
    node: table.row([
      h('a', { href: subscriptionHref(topic, subscription.name) }, data(subscription.name)),
      state.node,
      data(subscription.destination),
      ...numbers,
    ]),
    update: (each) => {
      state.update(each);
      const { accepted, delivered, deadLettered, open } = each.ledger ?? {};
      [accepted, delivered, deadLettered, each.ledger && dropped(each.ledger), open]
        .forEach((number, i) => say(numbers[i], number === undefined ? '–' : count(number)));
    },
  };
};

const nobody = (name) => (kindOf(name) === 'domain' ? 'Nobody subscribed to the whole domain; its topics have their own cards.'
  : 'Nobody subscribed to it: what is published to it is dropped.');

const topicCard = (topic) => {
  const table = new Table(`Event subscriptions of ${topic.name}`, HEADS, { class: 'compact' });
  const quiet = h('p', { class: 'quiet' });
  const facts = h('span', { class: 'quiet' });
  return {
    node: h('section', { class: 'card', 'aria-label': topic.name },
      h('header', { class: 'row' }, h('h2', {}, data(topic.name)), facts), quiet, table.node),
    update: ({ shown, inputSchema, eventSubscriptions, isComplete }) => {
      say(facts, `${kindOf(topic.name)} · ${inputSchema} · ${many(eventSubscriptions.length, 'subscription')}${isComplete ? '' : ' or more'}`);
      keep(table.body, shown, (each) => each.name, (each) => subscriptionRow(table, topic.name, each));
      table.node.hidden = shown.length === 0;
      say(quiet, shown.length || !isComplete ? '' : nobody(topic.name));
    },
  };
};

export const view = (ctx) => {
  const filter = h('input', { type: 'search', placeholder: 'Name or endpoint', 'aria-label': 'Filter by name or endpoint' });
  const states = select({ 'aria-label': 'State' },
    [['', 'Any state'], ['trouble', 'Needs attention'], ['Active'], ['Paused'], ['Probation'], ['Disabled']], '');
  const cards = h('div', { class: 'stack' });
  const nothing = h('p', { class: 'quiet', 'aria-live': 'polite' });
  const left = h('p', { class: 'quiet' });

  const fits = (topic, each) => {
    const text = filter.value.trim().toLowerCase();
    const state = stateOf(each);
    const isOfState = !states.value || state.text === states.value || (states.value === 'trouble' && state.kind !== 'ok');
    return isOfState && (!text || [topic, each.name, each.destination].some((name) => name.toLowerCase().includes(text)));
  };

  const update = (overview) => {
    if (!overview) return;
    const isAll = !filter.value.trim() && !states.value;
    const topics = overview.topics
      .map((topic) => ({ ...topic, isComplete: overview.isComplete, shown: topic.eventSubscriptions.filter((each) => fits(topic.name, each)) }))
      .filter((topic) => isAll || topic.shown.length);
    keep(cards, topics, (topic) => topic.name, topicCard);
    say(nothing, topics.length ? '' : (isAll ? 'There are no topics yet.' : `Nothing fits${overview.isComplete ? '' : ' of what this page has'}.`));
    const subscriptions = overview.topics.reduce((all, topic) => all + topic.eventSubscriptions.length, 0);
    say(left, overview.isComplete ? '' : `These are of the first ${many(subscriptions, 'subscription')} and `
      + `${many(overview.topics.length, 'topic')}; there are more: the management API lists all of them.`);
  };
  filter.addEventListener('input', () => update(ctx.overview));
  states.addEventListener('change', () => update(ctx.overview));
  return { title: 'Topics', node: h('div', {}, h('div', { class: 'row tools' }, filter, states), nothing, cards, left), update };
};
