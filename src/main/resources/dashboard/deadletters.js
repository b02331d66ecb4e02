// Dead letters of a subscription: look, choose, send again.
import { nextOf, query } from './api.js';
import { data, h, replace } from './dom.js';
import { many, time } from './format.js';
import { field, Note, run, select, since, subscriptionOptions, Table, WEEK, whyHref, WINDOWS } from './parts.js';
import { RedriveForm, Redrives } from './redrives.js';

const PATH = 'manage/deadletters';
const REASONS = ['MaxDeliveryAttemptsExceeded', 'TimeToLiveExceeded', 'UndeliverableDueToHttpBadRequest', 'UndeliverableDueToClientError'];

export const view = (ctx, parameters) => {
  const { topic = '', eventSubscription = '', reason = '', eventId = '', window: age = WEEK } = parameters;
  const chosen = topic && eventSubscription ? `${topic}\n${eventSubscription}` : '';
  const of = select({ required: true }, [['', 'Choose a subscription']], '');
  const ages = select({}, WINDOWS, age);
  const reasons = select({}, [['', 'any'], ...REASONS.map((each) => [each])], reason);
  const id = h('input', { value: eventId, autocomplete: 'off', spellcheck: 'false' });
  const note = new Note();
  const letter = h('section', { class: 'card', hidden: true, 'aria-live': 'polite' });
  const all = h('input', { type: 'checkbox', 'aria-label': 'Select all that are shown' });
  const table = new Table('Dead letters', ['Select', 'Event', 'Type', 'Reason', '#Attempts', 'Last outcome', 'Last attempt', 'Whole']);
  const more = h('button', { type: 'button', hidden: true }, 'More');
  const button = h('button', { class: 'primary' }, 'Show');
  const results = h('div', { class: 'stack', hidden: true });
  const boxes = new Map();
  let skipped = 0;
  const wanted = { topic, eventSubscription, reason, eventIds: eventId ? [eventId] : undefined };

  const selected = () => [...boxes].filter(([box]) => box.checked).map(([, { blob, index }]) => ({ blob, index }));
  const redrives = new Redrives(ctx);
  const form = new RedriveForm(ctx, wanted, selected, () => redrives.read());
  const changed = () => form.changed(selected().length);
  all.addEventListener('change', () => {
    boxes.forEach((each, box) => { box.checked = all.checked; });
    changed();
  });

  const look = (each, opener) => run(opener, note, async () => {
    const { blob, index } = each;
    const whole = await ctx.api.get(`${PATH}/letter${query({ topic, eventSubscription, blob, index })}`);
    letter.hidden = false;
    replace(letter,
      h('header', { class: 'row' }, h('h3', { tabindex: '-1' }, 'Dead letter ', data(each.eventId)),
        h('button', { type: 'button', onclick: () => { letter.hidden = true; opener.focus(); } }, 'Close')),
      h('p', { class: 'quiet' }, data(`${blob} [${index}]`)),
      h('pre', { tabindex: '0', 'aria-label': 'The letter as it is kept' }, data(JSON.stringify(whole.event ?? whole, null, 2), 'code')));
    letter.querySelector('h3').focus();
  });

  const row = (each) => {
    const box = h('input', { type: 'checkbox', 'aria-label': `Select ${each.eventId}`, onchange: changed });
    const opener = h('button', { type: 'button', class: 'small' }, 'Look');
    opener.addEventListener('click', () => look(each, opener));
    boxes.set(box, each);
    return table.row([box, h('a', { href: whyHref(each.eventId, topic) }, data(each.eventId)), data(each.eventType),
      data(each.deadLetterReason), each.deliveryAttempts ?? '',
      [data(each.lastDeliveryOutcome), each.lastHttpStatusCode ? ` ${each.lastHttpStatusCode}` : ''],
      each.lastDeliveryAttemptTime ? h('span', { class: 'nowrap' }, time(each.lastDeliveryAttemptTime)) : '', opener]);
  };

  const read = (path) => run(button, note, async () => {
    note.say('Reading the container …');
    const { value, nextLink, skippedBlobs } = await ctx.api.get(path);
    table.body.append(...value.map(row));
    skipped += skippedBlobs ?? 0;
    const next = nextOf(PATH, nextLink);
    more.hidden = !next;
    more.onclick = () => read(next);
    results.hidden = false;
    table.node.hidden = boxes.size === 0;
    note.say(`${boxes.size ? many(boxes.size, 'dead letter') : 'No dead letters'}${next ? ' so far' : ''}.`
      + (skipped ? ` ${many(skipped, 'blob')} could not be read.` : ''));
    changed();
  });

  const search = h('form', {
    class: 'card row form',
    role: 'search',
    onsubmit: (event) => {
      event.preventDefault();
      const [toTopic = '', toName = ''] = of.value.split('\n');
      const hash = `#/deadletters${query({ topic: toTopic, eventSubscription: toName, reason: reasons.value, eventId: id.value,
        window: ages.value })}`;
      if (location.hash === hash) ctx.reload(); else location.hash = hash;
    },
    oninput: () => form.hold(),
    onchange: () => form.hold(),
  }, field('Event subscription', of), field('When', ages), field('Reason', reasons), field('Event id', id), button);

  if (chosen) {
    wanted.from = since(age);
    wanted.to = new Date().toISOString();
    void read(PATH + query({ topic, eventSubscription, reason, eventId, from: wanted.from, to: wanted.to, $top: 100 }));
  }
  replace(results, h('label', { class: 'row check' }, all, 'All that are shown'), table.node, h('div', { class: 'row' }, more),
    letter, form.node);
  return {
    title: 'Dead letters',
    node: h('div', { class: 'stack' }, search, note.node, results, redrives.node),
    update: (overview) => {
      subscriptionOptions(of, overview, chosen);
      form.update(overview);
    },
    leave: () => redrives.leave(),
  };
};
