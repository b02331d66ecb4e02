// Plays one scenario on the dashboard in a headless Chromium, and fails if anything is not as it should be:
// node dashboard.mjs, with {"scenario", "chromium", "url", "key", …} on standard input. Whatever the scenario, the page must ask nobody
// but its app, break no rule of its Content-Security-Policy, and report no error.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const given = JSON.parse(readFileSync(0, 'utf8'));
const { url, key } = given;
const WAIT = { timeout: 60_000 };
const VIEWS = ['overview', 'topics', 'events', 'log', 'deadletters', 'settings'];

const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** A page of its own that is watched; expected are the parts of errors that belong to a scenario. */
const open = async ({ viewport = { width: 1280, height: 900 }, colorScheme = 'light', expected = [], clock = false } = {}) => {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const errors = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.some((each) => message.text().includes(each))) {
      errors.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) errors.push(`asked: ${request.url()}`);
  });
  page.underWay = new Set();
  page.on('request', (request) => page.underWay.add(request));
  page.on('requestfinished', (request) => page.underWay.delete(request));
  page.on('requestfailed', (request) => page.underWay.delete(request));
  page.on('dialog', (dialog) => errors.push(`dialog: ${dialog.message()}`));
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  if (clock) await page.clock.install();
  await page.goto(`${url}/`);
  page.check = async () => {
    assert.deepEqual(await page.evaluate(() => window.violations), [], 'rules of the policy that were broken');
    assert.deepEqual(errors, []);
  };
  return page;
};

const signIn = async (page, credential = key) => {
  await page.getByLabel('Key or token').fill(credential);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

const signedIn = async (options) => {
  const page = await open(options);
  await signIn(page);
  await page.getByRole('navigation').waitFor();
  return page;
};

const go = async (page, hash) => {
  await page.evaluate((to) => { location.hash = to; }, hash);
};

/** Waits until nothing is asked for any more, and what was answered is shown. */
const settled = async (page) => {
  const turn = () => page.evaluate(() => 0);
  for (let calm = 0; calm < 3; calm = page.underWay.size ? 0 : calm + 1) await turn();
};

const post = async (path, headers, body, base = url) => {
  const response = await fetch(base + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};

let published = 0;
const event = (more = {}) => ({
  id: `e-${++published}`, eventType: 'Order.Placed', subject: 'orders', eventTime: '2026-11-20T09:30:00Z', dataVersion: '1', data: {}, ...more,
});
const publish = (events) => post(`/topics/${given.topic}/api/events`, { 'aeg-sas-key': given.topicKey }, JSON.stringify(events));

/** Waits until the log has a subscription's attempt for an event. */
const logged = async (id, subscription) => {
  const path = `/manage/deliveries?eventId=${encodeURIComponent(id)}&eventSubscription=${subscription}`;
  for (const end = Date.now() + WAIT.timeout; ;) {
    const { value } = await (await fetch(url + path, { headers: { 'aeg-sas-key': key } })).json();
    if (value.some((row) => row.kind === 'attempt')) return;
    if (Date.now() > end) throw new Error(`${id} is not in the log`);
  }
};

/** Waits until a text that the page is asked for is as it should be. */
const until = (page, what, ...args) => page.waitForFunction(what, args, WAIT);

const tile = (page, name) => page.evaluate((each) =>
  Number(document.querySelector(`[data-tile="${each}"]`).textContent.replaceAll(',', '')), name);

/** What text is too faint for WCAG 2.1 AA (4.5:1), and how faint. */
const faint = () => {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node.checkVisibility() || node.closest(':disabled, option, .unseen')) continue;
    const style = getComputedStyle(node);
    const text = node.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const [one, other] = [luminance(channels(text)), luminance(behind(node))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) found.push(`${walker.currentNode.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return found;
};

/** What has no name for who cannot see it. */
const nameless = () => [...document.querySelectorAll('a, button, input, select, [role="img"], progress')]
  .filter((node) => node.checkVisibility())
  .filter((node) => !(node.labels?.length || node.getAttribute('aria-label') || node.title
    || (!['INPUT', 'SELECT'].includes(node.tagName) && node.textContent.trim())))
  .map((node) => node.outerHTML);

const scenarios = {
  async signIn() {
    const page = await open({ expected: ['401'] });
    await signIn(page, 'nobody knows this key');
    await page.getByRole('alert').getByText('missing or wrong').waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    await signIn(page, 'schlüssel');
    await page.getByRole('alert').getByText('ASCII').waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    assert.equal(kept, JSON.stringify([{}, {}, '', `${url}/`]));
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.check();
  },

  /** A key that may only read. */
  async readOnly() {
    const page = await open();
    await signIn(page, given.readKey);
    await page.getByText('This key may only read').waitFor();
    await go(page, `#/subscription?topic=${given.topic}&name=${given.subscription}`);
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.waitFor();
    assert.equal(await pause.isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Send a test event' }).isDisabled(), true);
    await page.check();
  },

  async live() {
    const page = await signedIn();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await until(page, () => document.querySelector('[data-tile="delivered"]').textContent !== '–');
    const before = await tile(page, 'delivered');
    let isOver = false;
    const flow = (async () => {
      while (!isOver) await publish([event(), event()]);
    })();
    await until(page, ([from]) =>
      Number(document.querySelector('[data-tile="delivered"]').textContent.replaceAll(',', '')) >= from + 4, before);
    await until(page, () => /median \d/.test(document.querySelector('svg[aria-label^="Time that endpoints take"]').ariaLabel));
    isOver = true;
    await flow;
    await page.check();
  },

  /** Why an event that an endpoint refuses did not arrive, from the log to the card. */
  async why() {
    const page = await signedIn();
    await publish([event({ id: 'lost/1' })]);
    await logged('lost/1', 'failing');
    await go(page, '#/log');
    await page.reload();
    await signIn(page);
    await page.getByRole('link', { name: 'lost/1' }).first().click();
    const card = page.locator('article').filter({ hasText: `${given.topic} / failing` });
    await card.getByText('HTTP 503').first().waitFor();
    assert.equal(await card.getAttribute('data-status'), 'waiting');
    await card.getByText('closed for lunch').waitFor();
    await card.getByText('planned for').first().waitFor();
    await page.getByLabel('Event id').fill('unheard of');
    await page.getByLabel('Topic').fill('');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.getByText('Nothing is kept of this event').waitFor();
    await page.check();
  },

  async pauseAndResume() {
    const page = await signedIn();
    await page.getByRole('link', { name: 'Topics' }).click();
    await page.getByLabel('Filter by name').fill(given.subscription);
    await page.getByRole('link', { name: given.subscription, exact: true }).click();
    const state = page.locator('header .state .badge');
    const becomes = (text) => until(page, ([wanted]) => document.querySelector('main header .state .badge').textContent === wanted, text);
    await becomes('Active');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('(HTTP 200)').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await becomes('Paused');
    await page.getByText('"deliveryState": "Paused"').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await becomes('Active');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    assert.equal(await state.textContent(), 'Active');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await becomes('Disabled');
    await page.getByRole('button', { name: 'Enable' }).click();
    await becomes('Active');
    await page.check();
  },

  /** Dead letters are looked at, counted, and sent again to an endpoint that works by now. */
  async redrive() {
    const page = await signedIn();
    const ids = Array.from({ length: 30 }, (_, i) => `letter-${i}`);
    await publish(ids.map((id) => event({ id, subject: 'refused' })));
    await go(page, `#/deadletters?topic=${given.topic}&eventSubscription=refusing`);
    const rows = page.locator('main > div > div table tbody tr');
    for (const end = Date.now() + WAIT.timeout; await rows.count() < ids.length && Date.now() < end;) {
      await page.getByRole('button', { name: 'Show' }).click();
      await settled(page);
    }
    assert.equal(await rows.count(), ids.length);
    const first = rows.filter({ hasText: 'letter-7' });
    await first.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('heading', { name: 'Dead letter letter-7' }).waitFor();
    await page.getByLabel('The letter as it is kept').getByText('"deadLetterReason"').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Count' }).click();
    await page.getByText('30 dead letters would be sent').waitFor();
    // What the form sends is what was searched for, and not what is typed since.
    await page.getByLabel('Event id').fill('letter-1');
    await page.getByText('The search above has changed').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send again' }).isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Count' }).isDisabled(), true);
    await page.getByLabel('Event id').fill('');
    await page.getByRole('button', { name: 'Show' }).click();
    await until(page, ([number]) => document.querySelectorAll('main > div > div table tbody tr').length === number, ids.length);
    // A subscription more or less is no reason to send to another one.
    const to = page.locator('label:has(> span:text-is("To")) select');
    await to.selectOption('billing');
    const overviewOf = (names) => page.route('**/manage/overview', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const topic = json.topics.find((each) => each.name === given.topic);
      topic.eventSubscriptions = topic.eventSubscriptions.filter((each) => names(each.name));
      await route.fulfill({ response, json });
    });
    await overviewOf((name) => name !== 'left-out');
    await until(page, () => ![...document.querySelectorAll('option')].some((each) => each.value === 'left-out'));
    assert.equal(await to.inputValue(), 'billing');
    await page.unroute('**/manage/overview');
    await overviewOf((name) => name !== 'billing');
    await page.getByText('billing is gone').waitFor();
    assert.equal(await to.inputValue(), 'billing');
    await page.unroute('**/manage/overview');
    await until(page, () => ![...document.querySelectorAll('option')].some((each) => each.textContent.endsWith('(gone)')));
    await to.selectOption('refusing');
    await post('/mend', {}, '', given.receiver);
    await page.getByLabel('Select letter-7').check();
    await page.getByText('The 1 selected').waitFor();
    await page.getByRole('button', { name: 'Count' }).click();
    await page.getByText('1 dead letter would be sent').waitFor();
    await page.getByLabel('Select letter-7').uncheck();
    await page.getByLabel('Events per second').fill('1');
    const begun = () => page.locator('.jobs > li').count();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('refusing to refusing at 1 a second').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByText('Nothing was begun').waitFor();
    assert.equal(await begun(), 0);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    const slow = page.locator('.jobs > li').first();
    await slow.getByText('Running').waitFor();
    await until(page, () => {
      const { value } = document.querySelector('.jobs progress');
      return value > 0 && value < 1;
    });
    await slow.getByRole('button', { name: 'Pause' }).click();
    await slow.getByText('Paused').waitFor();
    await slow.getByRole('button', { name: 'Resume' }).click();
    await slow.getByText('Running').waitFor();
    await slow.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click();
    await slow.getByText('Cancelled').waitFor();
    await page.getByLabel('Events per second').fill('1000');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await until(page, () => document.querySelectorAll('.jobs > li').length === 2);
    const fast = page.locator('.jobs > li').first();
    await fast.getByText('Completed').waitFor();
    await fast.getByText('30 sent of 30').waitFor();
    assert.equal(await fast.getByRole('progressbar').evaluate((bar) => bar.value), 1);
    await page.check();
  },

  /** By a domain's ids, which only ARM's form of the API knows. */
  async domains() {
    const page = await signedIn();
    await go(page, '#/topics');
    await page.getByText('Nobody subscribed to the whole domain').waitFor();
    await go(page, `#/subscription?topic=${encodeURIComponent('shops/berlin')}&name=all`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await until(page, () => document.querySelector('main header .state .badge').textContent === 'Paused');
    await page.check();
  },

  async settings() {
    const page = await signedIn();
    await page.getByRole('link', { name: 'Settings' }).click();
    const row = (name) => page.getByRole('row').filter({ hasText: name });
    await row('GRIDHOOK_MANAGEMENT_KEY').getByText('set', { exact: true }).first().waitFor();
    await row('GRIDHOOK_PUBLISH_LOG').getByText('true').waitFor();
    await row('GRIDHOOK_PATIENCE').getByText('default').waitFor();
    const text = await page.locator('body').innerText();
    assert.equal(text.includes(key), false);
    assert.equal(text.includes(given.readKey), false);
    await page.check();
  },

  /** A phone: nothing sticks out, in any view; in both colours all text can be read, and all that can be used has a name. */
  async everyViewFitsEveryScreen() {
    for (const [width, colorScheme] of [[360, 'light'], [360, 'dark'], [1280, 'light'], [1280, 'dark']]) {
      const page = await signedIn({ viewport: { width, height: 740 }, colorScheme });
      const hashes = [...VIEWS.map((each) => `#/${each}`), `#/subscription?topic=${given.topic}&name=${given.subscription}`,
        `#/events?id=${given.seen}`, `#/deadletters?topic=${given.topic}&eventSubscription=refusing`];
      for (const hash of hashes) {
        await go(page, hash);
        await settled(page);
        const where = `${hash} at ${width}, ${colorScheme}`;
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
          `${where}: ${scrollWidth} of ${clientWidth}`);
        assert.deepEqual(await page.evaluate(faint), [], where);
        assert.deepEqual(await page.evaluate(nameless), [], where);
      }
      await page.check();
      await page.context().close();
    }
  },

  /** With the keyboard alone. */
  async keyboard() {
    const page = await open();
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').waitFor();
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to content');
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Topics');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, 'solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Topics' }).waitFor();
    assert.equal(await focused(), 'Topics');
    await page.check();
  },

  /** What others wrote is shown as it is and does nothing. */
  async injection() {
    const page = await signedIn({ expected: ['Failed to load resource'] });
    const hostile = given.hostile.map((text, i) => event({ id: `${i} ${text}`, eventType: text, subject: `hostile ${text}` }));
    await publish(hostile);
    const inert = async (where) => {
      const found = await page.evaluate(() => ({
        done: window.done ?? null,
        elements: [...document.querySelectorAll('script:not([src="dashboard/app.js"]), iframe, object, embed, base, img:not([src="dashboard/icon.svg"]),'
          + ' style, [style], [srcdoc], [onerror], [onload], [onclick], [onfocus], a[href^="javascript:" i], form[action]')].map((node) => node.outerHTML),
        marks: /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\u0000-\u0008]/.test(document.body.innerText),
        fits: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      }));
      assert.deepEqual(found, { done: null, elements: [], marks: false, fits: true }, where);
    };
    for (const [i, { id }] of hostile.entries()) {
      await logged(id, 'hostile');
      await go(page, `#/events?id=${encodeURIComponent(id)}&topic=${given.topic}`);
      const card = page.locator('article').filter({ hasText: `${given.topic} / hostile` });
      await card.getByText('HTTP 400').first().waitFor();
      await inert(`why ${i}`);
    }
    await go(page, '#/log?eventSubscription=hostile');
    await until(page, ([rows]) => document.querySelectorAll('tbody tr').length >= rows, hostile.length);
    await inert('log');
    assert.ok((await page.locator('tbody').innerText()).includes('<script>'));
    await go(page, `#/deadletters?topic=${given.topic}&eventSubscription=hostile`);
    const letters = page.locator('main > div > div table tbody tr');
    for (const end = Date.now() + WAIT.timeout; await letters.count() < hostile.length && Date.now() < end;) {
      await page.getByRole('button', { name: 'Show' }).click();
      await settled(page);
    }
    assert.equal(await letters.count(), hostile.length);
    assert.ok((await page.locator('tbody').innerText()).includes('<script>'));
    await inert('dead letters');
    for (let i = 0; i < hostile.length; i++) {
      await letters.nth(i).getByRole('button', { name: 'Look' }).click();
      await page.getByLabel('The letter as it is kept').getByText('"deadLetterReason"').waitFor();
      await inert(`dead letter ${i}`);
      await page.getByRole('button', { name: 'Close' }).click();
    }
    await go(page, `#/subscription?topic=${given.topic}&name=hostile`);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('(HTTP 400)').first().waitFor();
    await inert('test event');
    for (const text of given.hostile) {
      await go(page, `#/events?id=${encodeURIComponent(text)}&topic=${encodeURIComponent(text)}`);
      await go(page, `#/subscription?topic=${encodeURIComponent(text)}&name=${encodeURIComponent(text)}`);
      await go(page, `#/deadletters?topic=${given.topic}&eventSubscription=refusing&reason=${encodeURIComponent(text)}`);
      await go(page, `#/${encodeURIComponent(text)}`);
      await go(page, '#/__proto__');
      await settled(page);
      await inert(`address ${text}`);
    }
    await page.check();
  },

  /** Nobody looks, nothing is asked; nothing is answered, it is asked less and less often. */
  async polling() {
    const page = await signedIn({ clock: true, expected: ['Failed to load resource', 'TypeError'] });
    let asked = 0;
    page.on('request', () => { asked++; });
    const pass = async (seconds) => {
      asked = 0;
      for (let i = 0; i < seconds; i++) {
        await page.clock.runFor(1_000);
        await settled(page);
      }
      return asked;
    };
    assert.ok(await pass(30) >= 4, `${asked} in 30 s`);
    const hide = (hidden) => page.evaluate((is) => {
      Object.defineProperty(document, 'hidden', { value: is, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    await hide(true);
    assert.equal(await pass(60), 0);
    await hide(false);
    assert.ok(await pass(2) >= 1);
    await page.route('**/manage/overview', (route) => route.abort());
    await pass(10);
    await page.getByRole('alert').getByText('does not answer').waitFor();
    assert.match(await page.locator('.status').textContent(), /no answer; again in/);
    const less = await pass(120);
    assert.ok(less <= 4, `${less} in 120 s`);
    await page.unroute('**/manage/overview');
    await pass(61);
    await until(page, () => document.querySelector('.status').textContent.startsWith('live'));
    assert.equal(await page.getByRole('alert').count(), 0);
    // What a view cannot show is said, and the next answer is asked for all the same.
    await page.route('**/manage/overview', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(), topics: null } });
    });
    await pass(10);
    await page.getByRole('alert').waitFor();
    assert.match(await page.locator('.status').textContent(), /not shown; again in/);
    await page.unroute('**/manage/overview');
    await pass(61);
    await until(page, () => document.querySelector('.status').textContent.startsWith('live'));
    assert.equal(await page.getByRole('alert').count(), 0);
    // An answer that does not come makes no page live.
    await page.route('**/manage/overview', () => {});
    await page.clock.runFor(30_000);
    assert.match(await page.locator('.status').textContent(), /^as of/);
    await page.check();
  },

  /** More than an overview has: nothing is said of what it does not have. */
  async cutOverview() {
    const page = await signedIn({ expected: ['404'] });
    await page.route('**/manage/overview', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const topic of json.topics) {
        topic.eventSubscriptions = topic.eventSubscriptions.filter((each) => each.name === 'failing');
      }
      await route.fulfill({ response, json: { ...json, isComplete: false } });
    });
    await page.getByText('there are more').waitFor();
    await go(page, '#/topics');
    await page.getByText('These are of the first').waitFor();
    assert.equal(await page.getByText('is dropped').count(), 0);
    for (const [topic, name] of [[given.topic, given.subscription], ['shops/berlin', 'all']]) {
      await go(page, `#/subscription?topic=${encodeURIComponent(topic)}&name=${name}`);
      await page.getByText('and not this one').waitFor();
      await page.getByLabel('Definition').getByText(`"name": "${name}"`).waitFor();
      assert.equal(await page.getByText('no such event subscription').isVisible(), false);
    }
    await go(page, `#/subscription?topic=${given.topic}&name=${given.subscription}`);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('(HTTP 200)').first().waitFor();
    await go(page, `#/subscription?topic=${given.topic}&name=never-was`);
    await page.getByText('no such event subscription').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send a test event' }).count(), 0);
    await page.check();
  },

  /** Another instance may answer from before a change. */
  async staleAnswer() {
    const page = await signedIn();
    await go(page, `#/subscription?topic=${given.topic}&name=${given.subscription}`);
    const state = page.locator('main header .state .badge');
    await state.getByText('Active').waitFor();
    const old = await page.evaluate(async ([path, credential]) =>
      (await fetch(path, { headers: { 'aeg-sas-key': credential } })).json(), ['manage/overview', key]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await state.getByText('Paused').waitFor();
    let answered = 0;
    await page.route('**/manage/overview', (route) => { answered++; return route.fulfill({ json: old }); });
    while (answered < 2) await page.waitForResponse('**/manage/overview');
    await settled(page);
    assert.equal(await state.textContent(), 'Paused');
    await page.unroute('**/manage/overview');
    await page.getByRole('button', { name: 'Resume' }).click();
    await state.getByText('Active').waitFor();
    await page.check();
  },

  /** Pictures for the documentation, after some minutes of traffic that comes and goes. */
  async screenshots() {
    const publishTo = (topic, topicKey, events) => post(`/topics/${topic}/api/events`, { 'aeg-sas-key': topicKey }, JSON.stringify(events));
    const views = [
      ['overview-light', '#/overview', { viewport: { width: 1200, height: 712 } }],
      ['subscription-dark', `#/subscription?topic=${given.topic}&name=failing`, { viewport: { width: 1000, height: 640 }, colorScheme: 'dark' }],
      ['events-phone', `#/events?id=${given.seen}`, { viewport: { width: 360, height: 720 } }],
    ];
    const pages = [];
    for (const [, hash, options] of views) {
      const page = await signedIn(options);
      await go(page, hash);
      pages.push(page);
    }
    const began = Date.now();
    while (Date.now() - began < given.seconds * 1_000) {
      const wave = 1 + Math.sin((Date.now() - began) / 25_000);
      const events = Array.from({ length: 2 + Math.round(6 * wave) }, () => event({ subject: published % 3 ? 'orders/1' : 'returns/1' }));
      for (const [topic, topicKey] of Object.entries(given.topics)) await publishTo(topic, topicKey, events);
      if (published % 3 === 0) await publish([event()]);
      await new Promise((resolve) => { setTimeout(resolve, 400); });
    }
    for (const [i, [name]] of views.entries()) {
      await settled(pages[i]);
      await pages[i].screenshot({ path: `${given.folder}/${name}.png` });
    }
  },

  /** The key was exchanged meanwhile. */
  async signedOut() {
    const page = await signedIn({ expected: ['401'] });
    await page.route('**/manage/overview', (route) => route.fulfill({
      status: 401, contentType: 'application/json', body: '{"error":{"code":"Unauthorized","details":{"message":"aeg-sas-key: missing or wrong"}}}' }));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('alert').getByText('missing or wrong').waitFor();
    await page.check();
  },
};

try {
  await scenarios[given.scenario]();
  console.log(`${given.scenario}: as it should be`);
} finally {
  await browser.close();
}
