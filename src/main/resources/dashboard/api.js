// Calls of the management API. The credential is here, in memory, and nowhere else: a reload forgets it.

const WAIT_MAX_MS = 60_000;
const ARM_VERSION = 'api-version=2022-06-15';

/** What the app answered that was no success; status 0 where nothing was answered. */
export class ApiError extends Error {
  constructor(status, message, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether other credentials are needed. */
  get isRefused() {
    return this.status === 401;
  }
}

const messageOf = (status, body) => {
  const details = body?.error?.details;
  const said = (Array.isArray(details) ? details[0]?.message : details?.message) ?? body?.error?.message;
  if (said) return said;
  return status === 404 ? 'The app has no such thing (404).' : `The app answered ${status}.`;
};

/** Where a subscription is in the API: domains are in ARM's form alone. */
export const pathOf = (topic, subscription, action = '') => {
  const tail = action ? `/${action}` : '';
  if (topic.includes('/')) return `${subscription.id.slice(1)}${tail}?${ARM_VERSION}`;
  return `topics/${encodeURIComponent(topic)}/eventSubscriptions/${encodeURIComponent(subscription.name)}${tail}`;
};

/** The id of a subscription that an overview does not have, by the id of another; '' if there is none. */
export const idOf = (topic, name, overview) => {
  const other = overview.topics.flatMap((each) => each.eventSubscriptions)[0]?.id ?? '';
  const end = other.indexOf('/providers/Microsoft.EventGrid/');
  const [domain, within] = topic.split('/');
  const type = topic.includes('/') ? 'domains' : 'topics';
  const tail = within ? `/topics/${encodeURIComponent(within)}` : '';
  return end < 0 ? '' : `${other.slice(0, end)}/providers/Microsoft.EventGrid/${type}/${encodeURIComponent(domain)}${tail}`
    + `/eventSubscriptions/${encodeURIComponent(name)}`;
};

/** A query string of what is not empty. */
export const query = (parameters) => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length ? `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}` : '';
};

/** The query of a nextLink: only that of it is followed, on the path that was asked for. */
export const nextOf = (path, link) => {
  const at = String(link ?? '').indexOf('?');
  return at < 0 ? '' : path + String(link).slice(at);
};

export class Api {
  #headers;

  /** With a management key, or a token of Entra's. */
  constructor(credential, isToken) {
    if (!/^[\x20-\x7e]+$/.test(credential)) {
      throw new ApiError(401, 'A key or token has letters, digits and signs of ASCII alone.');
    }
    this.#headers = isToken ? { Authorization: `Bearer ${credential}` } : { 'aeg-sas-key': credential };
  }

  /** An answer's JSON; anew asks for what is not kept from a few seconds ago. */
  get(path, anew = false) {
    return this.#send('GET', path, anew ? { 'Cache-Control': 'no-cache' } : {});
  }

  post(path, body) {
    return body === undefined
      ? this.#send('POST', path, {})
      : this.#send('POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
  }

  async #send(method, path, headers, body) {
    let response;
    let text;
    try {
      response = await fetch(path, {
        method,
        body,
        headers: { ...this.#headers, ...headers },
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MAX_MS),
      });
      text = await response.text();
    } catch {
      throw new ApiError(0, 'The app does not answer.');
    }
    let json;
    try {
      json = text ? JSON.parse(text) : {};
    } catch {
      json = undefined;
    }
    if (!response.ok) {
      const seconds = Number(response.headers.get('Retry-After'));
      throw new ApiError(response.status, messageOf(response.status, json), seconds > 0 ? seconds * 1000 : 0);
    }
    if (json === undefined) throw new ApiError(response.status, 'The app answered something that is no JSON.');
    return json;
  }
}
