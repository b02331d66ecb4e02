// The one place that makes elements. Data becomes text nodes and attribute values, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/** What does not show, or changes how what is beside it reads: controls, format and bidirectional characters, lone surrogates. */
const UNSHOWN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Somebody's text as it may be shown: what does not show becomes U+FFFD, as in the server's own messages. */
export const visible = (text) => String(text).replace(UNSHOWN, '\uFFFD');

const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) {
      node.addEventListener(name.slice(2), value);
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...nodes(children));
  return node;
};

const nodes = (children) => children.flat(Infinity)
  .filter((child) => child !== undefined && child !== null && child !== false)
  .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

/** An element: h('p', { class: 'quiet', onclick: f }, 'text', child). */
export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** The same within a picture. */
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** What somebody else wrote: it keeps its own direction, and breaks where it must. */
export const data = (text, name = 'bdi') => h(name, { class: 'data' }, visible(text ?? ''));

export const replace = (node, ...children) => {
  node.replaceChildren(...nodes(children));
  return node;
};

/** Sets text only where it changes, so that what reads the page aloud is told of changes alone. */
export const say = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * Keeps the children of a node in step with items: those that stay are updated and not made anew, so that focus and selection stay.
 * Each made is { node, update }.
 */
export const keep = (parent, items, keyOf, make) => {
  const before = parent.kept ?? new Map();
  const now = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const made = before.get(key) ?? make(item);
    made.update?.(item);
    now.set(key, made);
  }
  for (const [key, made] of before) {
    if (now.get(key) !== made) made.node.remove();
  }
  let at = parent.firstChild;
  for (const made of now.values()) {
    if (made.node === at) {
      at = at.nextSibling;
    } else {
      parent.insertBefore(made.node, at);
    }
  }
  parent.kept = now;
};

/** Asks before something is done; true if it is to be done. */
export const ask = (title, text, action) => new Promise((resolve) => {
  const dialog = h('dialog', { 'aria-labelledby': 'ask-title' },
    h('h2', { id: 'ask-title' }, title),
    h('p', {}, text),
    h('div', { class: 'row end' },
      h('button', { type: 'button', onclick: () => dialog.close('no') }, 'Back'),
      h('button', { type: 'button', class: 'danger', onclick: () => dialog.close('yes') }, action)));
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(dialog.returnValue === 'yes');
  });
  document.body.append(dialog);
  dialog.showModal();
});
