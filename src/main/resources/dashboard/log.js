// The delivery log, the newest first.
import { nextOf, query } from './api.js';
import { data, h, replace } from './dom.js';
import { duration, many, millis, time } from './format.js';
import { field, Note, outcomeBadge, run, select, since, Table, WEEK, whyHref, WINDOWS } from './parts.js';

const PATH = 'manage/deliveries';
const OUTCOMES = ['deadLettered', 'dropped', 'published', 'Delivered', 'BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'TimedOut',
  'Busy', 'PayloadTooLarge', 'SocketError', 'ResolutionError', 'GenericError', 'Probation', 'Disabled', 'NotValidated', 'RateLimited', 'TokenUnavailable', 'Paused'];

const what = (row) => {
  if (row.kind === 'publish') {
    return `for ${many(row.matched.length, 'subscription')}; not wanted by ${row.notMatched.length}${row.isCut ? ' or more' : ''}`;
  }
  if (row.kind === 'end') return [data(row.reason), row.blob && [', ', data(row.blob)]];
  return [row.detail && data(row.detail), row.response && h('code', {}, data(row.response))];
};

const next = (row) => {
  if (row.nextStep === 'retry') return `again ${time(row.nextTime)}`;
  return row.nextStep === 'giveUp' ? ['given up: ', data(row.reason)] : '';
};

export const view = (ctx, parameters) => {
  const input = (name) => h('input', { name, value: parameters[name] ?? '', autocomplete: 'off', spellcheck: 'false' });
  const fields = {
    eventId: input('eventId'), topic: input('topic'), eventSubscription: input('eventSubscription'),
    outcome: select({ name: 'outcome' }, [['', 'any'], ...OUTCOMES.map((each) => [each])], parameters.outcome ?? ''),
    window: select({ name: 'window' }, WINDOWS, parameters.window ?? WEEK),
  };
  const note = new Note();
  const table = new Table('Attempts and ends', ['Time', 'Event', 'Subscription', 'Outcome', '#Attempt', '#Took', 'Answer', 'Next']);
  const older = h('button', { type: 'button', hidden: true }, 'Older');
  const button = h('button', { class: 'primary' }, 'Show');
  let rows = 0;
  let unreadable = 0;

  const row = (each) => table.row([
    h('span', { class: 'nowrap' }, time(each.time)),
    h('a', { href: whyHref(each.eventId, each.topic) }, data(each.eventId)),
    [data(each.eventSubscription ? `${each.topic} / ${each.eventSubscription}` : each.topic)],
    [outcomeBadge(each.outcome), each.httpStatus ? ` ${each.httpStatus}` : ''],
    each.attempt ?? '',
    each.durationInMs === undefined ? '' : millis(each.durationInMs),
    what(each),
    next(each),
  ]);

  const read = (path) => run(button, note, async () => {
    note.say('Reading the log …');
    const { value, nextLink, kept, unreadableBatches } = await ctx.api.get(path);
    table.body.append(...value.map(row));
    rows += value.length;
    unreadable += unreadableBatches ?? 0;
    table.node.hidden = rows === 0;
    const more = nextOf(PATH, nextLink);
    older.hidden = !more;
    older.onclick = () => read(more);
    const of = rows ? many(rows, 'row') : `Nothing${more ? ' in this part of it' : ''}`;
    note.say(`${of}. Kept: ${kept.deliveries === 'off' ? 'no attempts' : kept.deliveries}, for ${duration(kept.retention)}.`
      + (unreadable ? ` ${many(unreadable, 'batch', 'batches')} could not be read.` : ''));
  });

  const show = () => {
    rows = 0;
    unreadable = 0;
    replace(table.body);
    const { eventId, topic, eventSubscription, outcome } = parameters;
    void read(PATH + query({ eventId, topic, eventSubscription, outcome, from: since(parameters.window ?? WEEK), $top: 50 }));
  };
  const form = h('form', {
    class: 'card row form',
    role: 'search',
    onsubmit: (event) => {
      event.preventDefault();
      const wanted = `#/log${query(Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, each.value.trim()])))}`;
      if (location.hash === wanted) show(); else location.hash = wanted;
    },
  }, field('Event id', fields.eventId), field('Topic', fields.topic), field('Subscription', fields.eventSubscription),
    field('Outcome', fields.outcome), field('When', fields.window), button);
  table.node.hidden = true;
  show();
  return { title: 'Delivery log', node: h('div', { class: 'stack' }, form, note.node, table.node, h('div', { class: 'row' }, older)) };
};
