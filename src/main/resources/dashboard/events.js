// What became of one event: a card for each event subscription.
import { query } from './api.js';
import { data, h, replace } from './dom.js';
import { duration, many, millis, time, withTimes } from './format.js';
import { badge, countDown, field, Note, run, subscriptionHref } from './parts.js';

const KINDS = { delivered: 'ok', waiting: 'warn', deadLettered: 'bad', dropped: 'bad', notMatched: 'quiet', unknown: 'quiet' };
const WORDS = {
  delivered: 'Delivered', waiting: 'Waiting', deadLettered: 'Dead-lettered', dropped: 'Dropped', notMatched: 'Not matched',
  unknown: 'Unknown',
};

const fact = (name, value) => (value === undefined || value === null || value === '' ? [] : [h('dt', {}, name), h('dd', {}, value)]);

const attemptFacts = (attempt) => [
  fact('Last attempt', `${attempt.attempt}, ${time(attempt.time)}`),
  fact('Outcome', [data(attempt.outcome), attempt.httpStatus ? ` (HTTP ${attempt.httpStatus})` : '', `, ${millis(attempt.durationInMs)}`]),
  fact('Endpoint', data(attempt.endpoint)),
  fact('Detail', attempt.detail && data(attempt.detail)),
  fact('It answered', attempt.response && h('code', {}, data(attempt.response))),
  attempt.nextTime && fact('Next attempt', `planned for ${time(attempt.nextTime)}`),
];

const probation = ({ until, isDisabled, cause }) => {
  const left = h('span', { class: 'quiet' });
  countDown(left, isDisabled ? null : until);
  return fact(isDisabled ? 'Endpoint disabled' : 'Probation', [data(cause), ' ', left]);
};

const card = (one) => h('article', { class: 'card', 'data-status': one.status },
  h('header', { class: 'row' },
    h('h3', {}, h('a', { href: subscriptionHref(one.topic, one.eventSubscription) }, data(`${one.topic} / ${one.eventSubscription}`))),
    badge(KINDS[one.status] ?? 'quiet', WORDS[one.status] ?? one.status),
    one.isGone && badge('quiet', 'subscription deleted')),
  h('p', {}, data(withTimes(one.why), 'span')),
  h('dl', {},
    fact('Accepted', one.accepted && time(one.accepted)),
    one.clause && [fact('Clause', data(one.clause)), fact('Key', one.key && data(one.key)), fact('Value', data(one.value)),
      fact('Expected', data(one.expected))],
    one.lastAttempt && attemptFacts(one.lastAttempt),
    one.end && [fact('Ended', time(one.end.time)), fact('Reason', data(one.end.reason)),
      fact('Blob', one.end.blob && data(one.end.blob))],
    one.probation && probation(one.probation)));

export const view = (ctx, { id = '', topic = '' }) => {
  const eventId = h('input', { name: 'id', value: id, required: true, autocomplete: 'off', spellcheck: 'false' });
  const topicName = h('input', { name: 'topic', value: topic, autocomplete: 'off', spellcheck: 'false', list: 'topics' });
  const topics = h('datalist', { id: 'topics' });
  const note = new Note();
  const cards = h('div', { class: 'cards' });
  const button = h('button', { class: 'primary' }, 'Why?');

  const search = () => run(button, note, async () => {
    replace(cards);
    note.say('Reading the log …');
    const answer = await ctx.api.get(`manage/events/${encodeURIComponent(id)}/why${query({ topic })}`);
    const { kept, value, isComplete, searchedFrom, hint } = answer;
    note.show(h('p', { class: 'quiet' },
      `${many(value.length, 'subscription')}. The log keeps ${kept.deliveries === 'off' ? 'nothing' : `${kept.deliveries === 'all' ? 'all attempts' : kept.deliveries}`}`
      + `${kept.publishes ? ', and publishes' : ''}, for ${duration(kept.retention)}; it was read from ${time(searchedFrom)} on.`,
      isComplete ? '' : ' Not all of it could be read.'), hint && h('p', {}, data(hint, 'span')));
    replace(cards, value.map(card));
  });

  const form = h('form', {
    class: 'card row form',
    role: 'search',
    onsubmit: (event) => {
      event.preventDefault();
      const wanted = `#/events${query({ id: eventId.value, topic: topicName.value.trim() })}`;
      if (location.hash === wanted) void search(); else location.hash = wanted;
    },
  }, field('Event id', eventId), field('Topic', topicName, 'if several have events of that id, or none was logged'), button, topics);
  if (id) void search();
  return {
    title: id ? `Why: ${id}` : 'Events',
    node: h('div', { class: 'stack' }, form, note.node, cards),
    update: (overview) => {
      if (overview && topics.childElementCount !== overview.topics.length) {
        replace(topics, overview.topics.map((each) => h('option', { value: each.name })));
      }
    },
  };
};
