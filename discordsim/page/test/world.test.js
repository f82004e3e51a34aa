import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ADA, BEN, BOT, openWorld } from './server.js';

const message = (id, content = '', more = {}) => ({ id: String(id), channel_id: '11', author: BEN, content, timestamp: '2025-06-16T12:00:00Z', ...more });
const newest = (from, count) => Array.from({ length: count }, (_, i) => message(from - i));

let asked; // pages that were asked for: {path, answer, refuse}
let world;

beforeEach(() => {
  sessionStorage.clear();
  asked = [];
  world = openWorld({ get: (path) => new Promise((answer, refuse) => asked.push({ path, answer, refuse })) });
});

const hears = (t, d) => world.apply({ t, d });
const shown = () => world.messages('11').map((m) => m.content || m.id);
const settled = () => new Promise((done) => { setImmediate(done); });

describe('the messages of a channel', () => {
  it('stand in the order of their ids, however long these are', () => {
    for (const id of ['1000', '999', '10000000000000000001', '10000000000000000000']) hears('MESSAGE_CREATE', message(id));
    assert.deepEqual(shown(), ['999', '1000', '10000000000000000000', '10000000000000000001']);
  });

  it('follow what the gateway tells', () => {
    hears('MESSAGE_CREATE', message(5, 'a', { flags: 64 }));
    hears('MESSAGE_UPDATE', { id: '5', channel_id: '11', content: 'b' });
    assert.deepEqual(world.message('11', '5'), message(5, 'b', { flags: 64 }));
    hears('MESSAGE_UPDATE', { id: '6', channel_id: '11', content: 'never seen' });
    hears('MESSAGE_DELETE', { id: '5', channel_id: '11' });
    assert.deepEqual(shown(), []);
  });

  it('are fetched without undoing what was told meanwhile', async () => {
    hears('MESSAGE_CREATE', message(5, 'old'));
    const fetched = world.refresh('11');
    await settled();
    hears('MESSAGE_UPDATE', { id: '5', channel_id: '11', content: 'new' });
    hears('MESSAGE_UPDATE', { id: '4', channel_id: '11', content: 'edited before it was seen' });
    hears('MESSAGE_DELETE', { id: '3', channel_id: '11' });
    hears('MESSAGE_CREATE', message(6, 'just sent'));
    asked[0].answer([message(5, 'old'), message(4, 'as it was'), message(3, 'deleted')]);
    await fetched;
    assert.deepEqual(shown(), ['edited before it was seen', 'new', 'just sent']);
  });

  it('that were deleted while the line was lost are gone after a fetch', async () => {
    for (const id of [3, 4, 5]) hears('MESSAGE_CREATE', message(id));
    const fetched = world.refresh('11');
    await settled();
    asked[0].answer([message(5), message(3)]);
    await fetched;
    assert.deepEqual(shown(), ['3', '5']);
  });

  it('leave no gap: what is older than an unknown stretch is dropped', async () => {
    hears('MESSAGE_CREATE', message(100));
    const fetched = world.refresh('11');
    await settled();
    asked[0].answer(newest(1000, 50));
    await fetched;
    assert.equal(shown()[0], '951');
    assert.equal(world.room('11').complete, false);
  });

  it('are fetched one after another, also after a failure', async () => {
    const first = world.refresh('11');
    const second = world.refresh('11');
    await settled();
    assert.equal(asked.length, 1);
    asked[0].refuse(new Error('lost'));
    await assert.rejects(first, /lost/);
    await settled();
    assert.equal(asked.length, 2);
    asked[1].answer([message(5)]);
    await second;
    assert.deepEqual(shown(), ['5']);
  });

  it('are fetched page by page until there are no older ones', async () => {
    const fetched = world.refresh('11');
    await settled();
    asked[0].answer(newest(1000, 50));
    await fetched;
    const older = world.older('11');
    assert.equal(asked[1].path, '/channels/11/messages?limit=50&before=951');
    asked[1].answer(newest(950, 7));
    await older;
    assert.equal(shown().length, 57);
    await world.older('11');
    assert.equal(asked.length, 2);
  });

  it('that were dismissed stay away, also after a fetch and in a page loaded anew', async () => {
    hears('MESSAGE_CREATE', message(5));
    world.dismiss('11', '5');
    hears('MESSAGE_CREATE', message(5));
    const fetched = world.refresh('11');
    await settled();
    asked[0].answer([message(5)]);
    await fetched;
    assert.deepEqual(shown(), []);
    const anew = openWorld();
    anew.apply({ t: 'MESSAGE_CREATE', d: message(5) });
    assert.deepEqual(anew.messages('11'), []);
  });
});

describe('a person', () => {
  it('is called as the server calls them', () => {
    assert.equal(world.name(BEN.id), 'Ben');
    hears('GUILD_MEMBER_UPDATE', { user: BEN, nick: 'Captain' });
    assert.equal(world.name(BEN.id), 'Captain');
    assert.equal(world.name('77'), undefined);
    assert.equal(world.nameOf({ id: '77', username: 'zoe', global_name: 'Zoë' }), 'Zoë');
    hears('GUILD_MEMBER_REMOVE', { user: BEN });
    assert.equal(world.name(BEN.id), undefined);
  });

  it('is known before the line stands', () => {
    assert.equal(openWorld().nameOf(ADA), 'Ada');
    hears('USER_UPDATE', { locale: 'de' });
    assert.deepEqual([world.locale, world.me.username], ['de', 'Ada']);
  });

  it('may do what their roles allow', () => {
    const others = message(5);
    assert.equal(world.permissions(), 2048n | 8192n);
    assert.equal(world.mayDelete(others), true);
    assert.equal(world.mayDelete({ ...others, flags: 64 }), false);
    hears('GUILD_MEMBER_UPDATE', { user: ADA, roles: [] });
    assert.equal(world.mayDelete(others), false);
    assert.equal(world.mayDelete({ ...others, author: ADA }), true);
    world.roles.get('1').permissions = '8';
    assert.equal(world.permissions(), ~0n);
  });

  it('is pinged by name, by role, by everyone and in direct messages', () => {
    assert.equal(world.pings(message(5)), false);
    assert.equal(world.pings(message(5, '', { mentions: [ADA] })), true);
    assert.equal(world.pings(message(5, '', { mention_roles: ['21'] })), true);
    assert.equal(world.pings(message(5, '', { mention_roles: ['22'] })), false);
    assert.equal(world.pings(message(5, '', { mention_everyone: true })), true);
    assert.equal(world.pings(message(5, '', { mention_everyone: true, author: ADA })), false);
    hears('CHANNEL_CREATE', { id: '31', type: 1, recipients: [BOT] });
    assert.equal(world.pings(message(5, '', { channel_id: '31' })), true);
  });
});
