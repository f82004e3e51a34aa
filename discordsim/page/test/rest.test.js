import './browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { handshake, reason, Rest, simPost } from '../rest.js';

const real = globalThis.fetch;
let asked;
let answers;

beforeEach(() => {
  asked = [];
  answers = [];
  globalThis.fetch = async (path, request = {}) => {
    asked.push({ path, ...request });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status });
  };
});

afterEach(() => { globalThis.fetch = real; });

const answer = (status, body) => answers.push({ status, body });
const refused = (promise) => promise.then(() => assert.fail('it was not refused'), (e) => [e.status, reason(e)]);

describe('a call', () => {
  it('is made as the person', async () => {
    answer(200, { id: '5' });
    assert.deepEqual(await new Rest('secret').post('/channels/11/messages', { content: 'x' }), { id: '5' });
    const [{ path, method, headers, body }] = asked;
    assert.deepEqual([path, method, headers.get('Authorization'), headers.get('Content-Type'), body], ['/api/v10/channels/11/messages', 'POST', 'secret', 'application/json', '{"content":"x"}']);
  });

  it('without a body has none, and may be answered by nothing', async () => {
    answer(204);
    assert.equal(await new Rest('secret').delete('/channels/11/messages/5'), undefined);
    assert.equal(asked[0].body, undefined);
    assert.equal(asked[0].headers.has('Content-Type'), false);
  });

  it('is made again after a limit, and after nothing else', async () => {
    answer(429, { retry_after: 0.01 });
    answer(429, { retry_after: 0.01 });
    answer(200, []);
    assert.deepEqual(await new Rest('secret').get('/x'), []);
    assert.equal(asked.length, 3);
    answer(500);
    assert.deepEqual(await refused(new Rest('secret').get('/x')), [500, 'Discord answered 500']);
    assert.equal(asked.length, 4);
  });

  it('that is refused says why, in the words nearest to the fault', async () => {
    answer(403, { message: 'Missing Permissions' });
    assert.deepEqual(await refused(new Rest('secret').get('/x')), [403, 'Missing Permissions']);
    answer(400, { message: 'Invalid Form Body', errors: { embeds: { 0: { title: { _errors: [{ message: 'Must be 256 or fewer.' }] } } } } });
    assert.deepEqual(await refused(new Rest('secret').get('/x')), [400, 'Invalid Form Body: Must be 256 or fewer.']);
    assert.deepEqual(await refused(new Rest('secret').get('/x')), [0, 'Discord did not answer']);
  });
});

describe('the simulator’s own routes', () => {
  it('give what they say, or why not', async () => {
    answer(200, { guild: '1', people: [] });
    assert.deepEqual(await handshake(), { guild: '1', people: [] });
    answer(503);
    assert.deepEqual(await refused(handshake()), [503, 'Discord answered 503']);
    answer(400, { message: 'Invalid Form Body', errors: { name: { _errors: [{ message: 'Somebody has that name, or it is empty' }] } } });
    assert.deepEqual(await refused(simPost('people', { name: '' })), [400, 'Invalid Form Body: Somebody has that name, or it is empty']);
    assert.equal(asked.at(-1).path, '/sim/people');
  });
});
