// The settings in force.
import { data, h, replace } from './dom.js';
import { many } from './format.js';
import { badge, Note, run, Table } from './parts.js';

export const view = (ctx) => {
  const note = new Note();
  const table = new Table('Settings in force', ['Name', 'Value', 'Origin']);
  const filter = h('input', { type: 'search', placeholder: 'Name or value', 'aria-label': 'Filter by name or value' });
  const changed = h('input', { type: 'checkbox' });
  const button = h('button', { type: 'button' }, 'Read again');
  let settings = [];

  const show = () => {
    const text = filter.value.trim().toLowerCase();
    const shown = settings.filter(({ name, value, isDefault }) =>
      (!changed.checked || !isDefault) && (!text || `${name} ${value}`.toLowerCase().includes(text)));
    replace(table.body, shown.map(({ name, value, isDefault }) => table.row([
      h('code', {}, data(name)),
      value === '' ? h('span', { class: 'quiet' }, 'empty') : data(value),
      isDefault ? h('span', { class: 'quiet' }, 'default') : badge('quiet', 'set'),
    ])));
    note.say(`${many(shown.length, 'setting')}, as this instance read them at its start. Of secrets, whether they are set.`);
  };
  const read = () => run(button, note, async () => {
    settings = (await ctx.api.get('manage/settings')).value;
    show();
  });
  filter.addEventListener('input', show);
  changed.addEventListener('change', show);
  button.addEventListener('click', read);
  void read();
  return {
    title: 'Settings',
    node: h('div', { class: 'stack' },
      h('div', { class: 'row tools' }, filter, h('label', { class: 'check' }, changed, 'Only what is set'), button),
      note.node, h('div', { class: 'card' }, table.node)),
  };
};
