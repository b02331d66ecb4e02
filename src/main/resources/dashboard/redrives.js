// Dead letters sent again: what is wanted, and the jobs that do it.
import { ApiError } from './api.js';
import { ask, data, h, keep, replace, say, visible } from './dom.js';
import { count, many, span, time } from './format.js';
import { badge, field, Note, run } from './parts.js';

const SOON_MS = 2_000;
const LATER_MS = 15_000;
const KINDS = { Running: 'warn', Paused: 'warn', Cancelled: 'quiet', Completed: 'ok', Failed: 'bad' };

/** What to send again, where to, and how fast. */
export class RedriveForm {
  #ctx;
  #wanted;
  #selected;
  #started;
  #note = new Note();
  #these = h('input', { type: 'radio', name: 'which', value: 'these' });
  #matching = h('input', { type: 'radio', name: 'which', value: 'matching', checked: true });
  #howMany = h('span', {}, 'None selected');
  #rate = h('input', { type: 'number', min: '1', max: '1000', value: '100', required: true });
  #to = h('select');
  #dryRun;
  #send;
  #all;
  #names = '';

  /** selected gives the letters that are ticked; started is told of a new job. */
  constructor(ctx, wanted, selected, started) {
    this.#ctx = ctx;
    this.#wanted = wanted;
    this.#selected = selected;
    this.#started = started;
    this.#dryRun = ctx.button('Count', () => this.#count());
    this.#send = ctx.button('Send again', () => this.#begin(), 'primary');
    this.#all = h('fieldset', { class: 'bare', 'aria-labelledby': 'redrive' },
      h('fieldset', {}, h('legend', {}, 'Which'),
        h('label', { class: 'check' }, this.#matching, 'All that match the search above'),
        h('label', { class: 'check' }, this.#these, this.#howMany)),
      h('div', { class: 'row form' }, field('To', this.#to), field('Events per second', this.#rate, '1 to 1,000'),
        this.#dryRun, this.#send));
    this.node = h('section', { class: 'card', 'aria-labelledby': 'redrive' },
      h('h2', { id: 'redrive' }, 'Send again'), this.#all, this.#note.node);
    this.changed(0);
  }

  /** The search is another than the one whose letters are shown: nothing is sent until that is shown. */
  hold() {
    this.#all.disabled = true;
    this.#note.say('The search above has changed: Show it first.');
  }

  /** That many are ticked now. */
  changed(number) {
    say(this.#howMany, number ? `The ${count(number)} selected` : 'None selected');
    this.#these.disabled = number === 0;
    this.#these.checked = number > 0;
    this.#matching.checked = number === 0;
  }

  update(overview) {
    const { topic, eventSubscription } = this.#wanted;
    const names = (overview?.topics ?? []).find((each) => each.name === topic)?.eventSubscriptions.map((each) => each.name) ?? [];
    const known = JSON.stringify([names, overview?.isComplete]);
    if (!eventSubscription || !overview || this.#names === known) return;
    this.#names = known;
    const chosen = this.#to.value || eventSubscription;
    const isGone = !names.includes(chosen) && overview.isComplete;
    const options = names.map((name) => h('option', { value: name }, name === eventSubscription ? `${name} (where they were for)` : name));
    // It stays chosen, for the app to refuse: another would get what it is not meant to.
    if (!names.includes(chosen)) options.unshift(h('option', { value: chosen }, visible(`${chosen}${isGone ? ' (gone)' : ''}`)));
    replace(this.#to, options);
    this.#to.value = chosen;
    if (isGone) this.#note.say(`${visible(chosen)} is gone: choose another to send to.`);
  }

  #body() {
    const { topic, eventSubscription, from, to, reason, eventIds } = this.#wanted;
    const which = this.#these.checked ? { letters: this.#selected() } : { from, to, reason: reason || undefined, eventIds };
    return {
      topic, eventSubscription, ...which, toEventSubscription: this.#to.value || undefined,
      ratePerSecond: Number(this.#rate.value),
    };
  }

  #count() {
    return run(this.#dryRun, this.#note, async () => {
      this.#note.say('Counting …');
      const { matched, isComplete, read, skippedBlobs } = await this.#ctx.api.post('manage/redrives', { ...this.#body(), dryRun: true });
      this.#note.say(`${many(matched, 'dead letter')} would be sent${isComplete ? '' : ', or more: not all was read'}`
        + ` (of ${count(read)} read${skippedBlobs ? `, ${many(skippedBlobs, 'blob')} could not be read` : ''}).`);
    });
  }

  #begin() {
    return run(this.#send, this.#note, async () => {
      this.#note.say('Counting …');
      const body = this.#body();
      const { matched, isComplete } = await this.#ctx.api.post('manage/redrives', { ...body, dryRun: true });
      if (matched === 0 && isComplete) {
        this.#note.say('Nothing matches, so nothing was begun.');
        return;
      }
      const letters = `${many(matched, 'dead letter')}${isComplete ? '' : ' or more'}`;
      const to = body.toEventSubscription ?? body.eventSubscription;
      const isMeant = await ask(`Send ${letters} again?`,
        visible(`Those of ${body.topic} / ${body.eventSubscription} to ${to} at ${count(body.ratePerSecond)} a second?`), 'Send');
      if (!isMeant) {
        this.#note.say('Nothing was begun.');
        return;
      }
      const { id } = await this.#post(body);
      if (isComplete) this.#ctx.totals.set(id, matched);
      this.#note.show(h('p', {}, 'Begun: ', data(id), '.'));
      await this.#started();
    });
  }

  /** An answer that is lost does not say that nothing was begun. */
  async #post(body) {
    try {
      return await this.#ctx.api.post('manage/redrives', body);
    } catch (error) {
      if (error.status !== 0) throw error;
      await this.#started();
      throw new ApiError(0, 'The answer was lost: it may or may not have begun. See below before you send again.');
    }
  }
}

/** The jobs, looked at every few seconds while one runs. */
export class Redrives {
  #ctx;
  #note = new Note();
  #list = h('ul', { class: 'plain jobs' });
  #timer = 0;
  #isLeft = false;

  constructor(ctx) {
    this.#ctx = ctx;
    this.node = h('section', { class: 'card', 'aria-labelledby': 'jobs' },
      h('h2', { id: 'jobs' }, 'Redrives'), this.#note.node, this.#list);
    void this.read();
  }

  leave() {
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  async read() {
    clearTimeout(this.#timer);
    let wait = LATER_MS;
    try {
      if (!document.hidden) {
        const { value } = await this.#ctx.api.get('manage/redrives');
        keep(this.#list, value, (job) => job.id, (job) => this.#job(job));
        this.#note.say(value.length ? '' : 'None yet.');
        if (value.some((job) => job.state === 'Running')) wait = SOON_MS;
      }
    } catch (error) {
      this.#note.fail(error);
    }
    if (!this.#isLeft) this.#timer = setTimeout(() => void this.read(), wait);
  }

  #job(first) {
    const state = h('span', { class: 'badge' });
    const bar = h('progress', { max: '1', 'aria-label': `Progress of ${first.id}` });
    const counts = h('span');
    const detail = h('p', { class: 'quiet' });
    const button = (word, text, style) => {
      const made = this.#ctx.button(text, () => run(made, this.#note, async () => {
        if (word === 'cancel' && !await ask('Cancel this redrive?', 'What was sent stays sent; the rest stays where it is.', 'Cancel it')) {
          return;
        }
        await this.#ctx.api.post(`manage/redrives/${encodeURIComponent(first.id)}/${word}`);
        await this.read();
      }), style);
      return made;
    };
    const pause = button('pause', 'Pause');
    const resume = button('resume', 'Resume', 'primary');
    const cancel = button('cancel', 'Cancel', 'danger');
    const to = first.toEventSubscription && first.toEventSubscription !== first.eventSubscription ? ` to ${first.toEventSubscription}` : '';
    return {
      node: h('li', { 'data-job': first.id },
        h('div', { class: 'row' }, state, data(`${first.topic} / ${first.eventSubscription}${to}`),
          h('span', { class: 'quiet' }, `begun ${time(first.createdAt)} by ${first.createdBy}, ${first.ratePerSecond}/s`)),
        bar, h('div', { class: 'row' }, counts, pause, resume, cancel), detail),
      update: (job) => {
        state.className = `badge ${KINDS[job.state] ?? 'quiet'}`;
        say(state, job.state);
        const isOver = !['Running', 'Paused'].includes(job.state);
        const total = this.#ctx.totals.get(job.id);
        if (job.state === 'Completed') bar.value = 1;
        else if (total) bar.value = Math.min(1, job.sent / total);
        else if (isOver) bar.value = 0;
        else bar.removeAttribute('value');
        say(counts, `${count(job.sent)} sent${total ? ` of ${count(total)}` : ''}, ${count(job.read)} read`
          + (job.skippedBlobs ? `, ${many(job.skippedBlobs, 'blob')} could not be read` : '')
          + (job.endedAt ? `, in ${span(Date.parse(job.endedAt) - Date.parse(job.createdAt))}` : ''));
        pause.hidden = job.state !== 'Running';
        resume.hidden = job.state !== 'Paused';
        cancel.hidden = isOver;
        replace(detail, job.detail ? data(job.detail) : '');
      },
    };
  }
}
