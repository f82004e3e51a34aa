// The person's side of Discord's REST interface.
/** @import { ID } from './discord.d.ts' */

// A Refused is an answer outside 200–299, or no answer at all (status 0).
class Refused extends Error {
  /**
   * @param {number} status
   * @param {{message?: string, errors?: unknown}} [body]
   */
  constructor(status, body) {
    const reason = firstReason(body?.errors);
    const message = body?.message ?? (status ? `Discord answered ${status}` : 'Discord did not answer');
    super(reason ? `${message}: ${reason}` : message);
    this.status = status;
  }
}

/**
 * firstReason finds the first complaint in Discord's tree of form errors.
 * @param {unknown} tree
 * @returns {string | undefined}
 */
function firstReason(tree) {
  if (!tree || typeof tree !== 'object') return undefined;
  if ('_errors' in tree && Array.isArray(tree._errors)) return tree._errors[0]?.message;
  for (const branch of Object.values(tree)) {
    const reason = firstReason(branch);
    if (reason) return reason;
  }
  return undefined;
}

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// A Rest makes calls with one person's token. A 429 is waited out and repeated,
// since a refused call had no effect; nothing else is repeated.
export class Rest {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** @param {string} path */
  get(path) { return this.call('GET', path); }

  /**
   * @param {string} path
   * @param {object} body
   */
  post(path, body) { return this.call('POST', path, body); }

  /**
   * @param {string} path
   * @param {object} body
   */
  patch(path, body) { return this.call('PATCH', path, body); }

  /** @param {string} path */
  delete(path) { return this.call('DELETE', path); }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} Discord's answer, whose shape its reader knows
   */
  async call(method, path, body) {
    for (;;) {
      const answer = await this.once(method, path, body);
      const parsed = await answer.json().catch(() => undefined);
      if (answer.ok) return parsed;
      if (answer.status !== 429) throw new Refused(answer.status, parsed);
      await wait(Math.ceil((parsed?.retry_after ?? 1) * 1000));
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object | undefined} body
   */
  async once(method, path, body) {
    const headers = new Headers({ Authorization: this.token });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    try {
      return await fetch(`/api/v10${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch {
      throw new Refused(0);
    }
  }
}

/**
 * reason says why a call failed.
 * @param {unknown} refused what was thrown
 */
export function reason(refused) {
  return refused instanceof Error ? refused.message : String(refused);
}

/** @typedef {{id: ID, name: string, token: string, locale: string}} Person somebody whom the page can be */
/** @typedef {{guild: ID, channel: ID, people: Person[]}} Sim what the simulator tells the page: its server, the first channel, the people */

/**
 * handshake asks the simulator what it is.
 * @returns {Promise<Sim>}
 */
export async function handshake() {
  const answer = await fetch('/sim');
  if (!answer.ok) throw new Refused(answer.status);
  return answer.json();
}

/**
 * simPost calls one of the simulator's own routes, which are not Discord's.
 * @param {'people' | 'channels'} path
 * @param {object} body
 * @returns {Promise<{id: ID}>} what was made
 */
export async function simPost(path, body) {
  const answer = await fetch(`/sim/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  const parsed = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Refused(answer.status, parsed);
  return parsed;
}
