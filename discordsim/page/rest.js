// The person's side of Discord's REST interface.

// A Refused is an answer outside 200–299, or no answer at all (status 0).
class Refused extends Error {
  constructor(status, body) {
    const reason = firstReason(body?.errors);
    const message = body?.message ?? (status ? `Discord answered ${status}` : 'Discord did not answer');
    super(reason ? `${message}: ${reason}` : message);
    this.status = status;
  }
}

// firstReason finds the first complaint in Discord's tree of form errors.
function firstReason(tree) {
  if (!tree || typeof tree !== 'object') return undefined;
  if (Array.isArray(tree._errors)) return tree._errors[0]?.message;
  for (const branch of Object.values(tree)) {
    const reason = firstReason(branch);
    if (reason) return reason;
  }
  return undefined;
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// A Rest makes calls with one person's token. A 429 is waited out and repeated,
// since a refused call had no effect; nothing else is repeated.
export class Rest {
  constructor(token) {
    this.token = token;
  }

  get(path) { return this.call('GET', path); }
  post(path, body) { return this.call('POST', path, body); }
  patch(path, body) { return this.call('PATCH', path, body); }
  delete(path) { return this.call('DELETE', path); }

  async call(method, path, body) {
    for (;;) {
      const answer = await this.once(method, path, body);
      const parsed = await answer.json().catch(() => undefined);
      if (answer.ok) return parsed;
      if (answer.status !== 429) throw new Refused(answer.status, parsed);
      await wait(Math.ceil((parsed?.retry_after ?? 1) * 1000));
    }
  }

  async once(method, path, body) {
    const headers = { Authorization: this.token };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    try {
      return await fetch(`/api/v10${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch {
      throw new Refused(0);
    }
  }
}

// handshake reads what the simulator tells the page: people with their tokens,
// the server, its channels, the application.
export async function handshake() {
  const answer = await fetch('/sim');
  if (!answer.ok) throw new Refused(answer.status);
  return answer.json();
}

// simPost calls one of the simulator's own routes, which are not Discord's.
export async function simPost(path, body) {
  const answer = await fetch(`/sim/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  const parsed = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Refused(answer.status, parsed);
  return parsed;
}
