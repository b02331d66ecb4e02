// One event subscription: how it is, what can be done about it, and its definition.
import { idOf, pathOf } from './api.js';
import { ask, data, h, replace, say } from './dom.js';
import { count, dropped, millis, time } from './format.js';
import { badge, Note, problem, run, stateNode } from './parts.js';

const fact = (name) => {
  const value = h('dd', {}, '–');
  return { node: h('div', {}, h('dt', {}, name), value), value };
};

const answerOf = (answer) => [
  h('p', {}, badge(answer.delivered ? 'ok' : 'bad', answer.delivered ? 'Delivered' : 'Not delivered'), ' ',
    data(answer.outcome), answer.httpStatus ? ` (HTTP ${answer.httpStatus})` : '', ` after ${millis(answer.durationInMilliseconds)}`,
    ', event ', data(answer.eventId)),
  answer.detail && h('p', {}, data(answer.detail, 'span')),
  answer.responseBody && h('pre', { tabindex: '0', 'aria-label': "The endpoint's answer" }, data(answer.responseBody, 'code')),
];

/** What a definition alone says of a subscription that is not in the overview; of health and counts it knows nothing. */
const alone = (name, id, { properties = {} }) => ({
  name,
  id,
  destination: properties.destination?.properties?.endpointBaseUrl ?? '',
  endpointType: properties.destination?.endpointType ?? '',
  deliveryState: properties.deliveryState ?? 'Active',
  provisioningState: properties.provisioningState,
  profile: '–',
  health: { failures: 0 },
});

export const view = (ctx, { topic = '', name = '' }) => {
  const state = stateNode();
  const facts = {
    destination: fact('Endpoint'), type: fact('Kind'), profile: fact('Profile'), cause: fact('Last failure'),
    accepted: fact('Accepted'), delivered: fact('Delivered'), deadLettered: fact('Dead-lettered'), dropped: fact('Dropped'),
    open: fact('Open'),
  };
  const note = new Note();
  const definition = h('pre', { tabindex: '0', 'aria-label': 'Definition' });
  const gone = h('p', { class: 'problem', hidden: true }, 'There is no such event subscription any more.');
  const left = h('p', { class: 'note', hidden: true },
    'The overview has only the first subscriptions, and not this one: what is shown is its definition, without health and counts.');
  const buttons = {};
  let here = null;
  let isLooking = false;

  const action = (word, after) => async () => {
    await run(buttons[word], note, async () => {
      await ctx.api.post(pathOf(topic, here, word));
      note.say(after);
      await ctx.refresh(true);
      await define();
    });
    update(ctx.overview);
  };
  const sure = (then, title, text, yes) => async () => {
    if (await ask(title, text, yes)) await then();
  };
  buttons.pause = ctx.button('Pause', action('pause', 'Paused: events are accepted and wait.'));
  buttons.resume = ctx.button('Resume', action('resume', 'Resumed: what waited comes within 5 minutes, slowly at first.'), 'primary');
  buttons.disable = ctx.button('Disable', sure(action('disable', 'Disabled: nothing is sent until it is enabled.'),
    `Disable ${name}?`, 'Nothing is sent to its endpoint until it is enabled; events wait up to their time to live.', 'Disable'), 'danger');
  buttons.enable = ctx.button('Enable', action('enable', 'Enabled.'), 'primary');
  buttons.test = ctx.button('Send a test event', () => run(buttons.test, note, async () => {
    note.say('Sent; waiting for the answer …');
    note.show(answerOf(await ctx.api.post(pathOf(topic, here, 'sendTestEvent'))));
  }));

  const define = async () => {
    if (!here) return;
    try {
      replace(definition, data(JSON.stringify(await ctx.api.get(pathOf(topic, here)), null, 2), 'code'));
    } catch (error) {
      replace(definition, problem(error));
    }
  };

  const isThere = (found, isAlone) => {
    here = found;
    gone.hidden = Boolean(found);
    left.hidden = !isAlone;
    actions.hidden = !found;
  };

  /** It is not among the first that an overview has: is there such a one? */
  const lookUp = async (overview) => {
    const id = idOf(topic, name, overview);
    if (isLooking || (topic.includes('/') && !id)) return;
    isLooking = true;
    try {
      const json = await ctx.api.get(pathOf(topic, { name, id }));
      const found = alone(name, id, json);
      isThere(found, true);
      show(found);
      replace(definition, data(JSON.stringify(json, null, 2), 'code'));
    } catch (error) {
      if (error.status === 404) isThere(null, false); else note.fail(error);
    } finally {
      isLooking = false;
    }
  };

  const update = (overview) => {
    if (!overview) return;
    const found = ctx.find(topic, name);
    if (!found && !overview.isComplete) {
      void lookUp(overview);
      return;
    }
    isThere(found ?? null, false);
    if (found) show(found);
  };

  const show = (found) => {
    state.update(found);
    const { deliveryState, ledger, health } = found;
    buttons.pause.hidden = deliveryState !== 'Active';
    buttons.resume.hidden = deliveryState !== 'Paused';
    buttons.disable.hidden = deliveryState === 'Disabled';
    buttons.enable.hidden = deliveryState !== 'Disabled';
    replace(facts.destination.value, data(found.destination));
    say(facts.type.value, found.endpointType);
    say(facts.profile.value, found.profile);
    const failing = health.cause ? `${health.cause}${health.until ? `, until ${time(health.until)}` : ''}` : 'none that counts';
    say(facts.cause.value, failing);
    for (const each of ['accepted', 'delivered', 'deadLettered', 'open']) {
      say(facts[each].value, ledger ? count(ledger[each]) : '–');
    }
    const reasons = Object.entries(ledger?.dropped ?? {}).map(([reason, number]) => `${reason} ${count(number)}`).join(', ');
    say(facts.dropped.value, ledger ? `${count(dropped(ledger))}${reasons ? ` (${reasons})` : ''}` : '–');
  };

  const actions = h('div', { class: 'row actions' }, Object.values(buttons));
  const node = h('div', { class: 'stack' },
    gone, left,
    h('section', { class: 'card' },
      h('header', {}, state.node),
      actions,
      note.node,
      h('dl', { class: 'facts' }, Object.values(facts).map((each) => each.node)),
      h('p', { class: 'row' },
        h('a', { href: `#/log?topic=${encodeURIComponent(topic)}&eventSubscription=${encodeURIComponent(name)}` }, 'Delivery log'),
        h('a', { href: `#/deadletters?topic=${encodeURIComponent(topic)}&eventSubscription=${encodeURIComponent(name)}` },
          'Dead letters'))),
    h('section', { class: 'card' }, h('h2', {}, 'Definition'), definition));
  let isDefined = false;
  return {
    title: `${topic} / ${name}`,
    node,
    update: (overview) => {
      update(overview);
      if (!isDefined && here) {
        isDefined = true;
        void define();
      }
    },
  };
};
