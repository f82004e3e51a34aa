import './browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as clock from './clock.js';
import { Interactions } from '../interactions.js';
import { ADA, BOT, GUILD, HELP, openWorld } from './server.js';

const MESSAGE = { id: '5', channel_id: '11', author: BOT, content: '', timestamp: '', flags: 64, components: [] };
const BUTTON = { type: 2, style: 1, custom_id: 'join' };
const SELECT = { type: 3, custom_id: 'rules', options: [{ value: 'a', label: 'A', default: true }, { value: 'b', label: 'B' }] };

let world;
let posted; // what was sent
let refuse;
let interactions;
let modals;

beforeEach(() => {
  clock.stop();
  posted = [];
  refuse = '';
  modals = [];
  world = openWorld();
  interactions = new Interactions({
    post: async (path, body) => {
      posted.push({ path, ...body });
      if (refuse) throw new Error(refuse);
    },
  }, world);
  interactions.on('modal', (modal) => modals.push(modal.custom_id));
});

afterEach(() => clock.run());

const settled = () => new Promise((done) => { setImmediate(done); });
const hears = (t, d = {}) => interactions.apply({ t, d: { nonce: posted.at(-1).nonce, ...d } });
const mark = () => interactions.marks.get('5')?.state;
const placeholders = () => [...interactions.sent.values()].map((p) => p.local);

describe('an interaction', () => {
  it('is sent as Discord’s client does', async () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    const { nonce, ...rest } = posted[0];
    assert.match(nonce, /^\d{17,20}$/);
    assert.deepEqual(JSON.parse(JSON.stringify(rest)), {
      path: '/interactions', type: 3, application_id: BOT.id, channel_id: '11', guild_id: GUILD.id, message_id: '5', message_flags: 64, session_id: 's1',
      data: { component_type: 2, custom_id: 'join' },
    });
  });

  it('in a direct channel belongs to no server', () => {
    world.apply({ t: 'CHANNEL_CREATE', d: { id: '31', type: 1, recipients: [BOT] } });
    interactions.press({ ...MESSAGE, channel_id: '31' }, BUTTON, '0');
    assert.equal(posted[0].guild_id, undefined);
  });

  it('has a number of its own', () => {
    for (let i = 0; i < 50; i++) interactions.complete(HELP, {}, '11');
    assert.equal(new Set(posted.map((p) => p.nonce)).size, 50);
  });
});

describe('a button', () => {
  it('is under way until the bot answers', () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    assert.equal(mark(), 'loading');
    hears('INTERACTION_SUCCESS');
    assert.equal(mark(), undefined);
  });

  it('can’t be pressed again while one of its message is', () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    interactions.press(MESSAGE, BUTTON, '0.2');
    assert.equal(posted.length, 1);
  });

  it('failed when nobody answers in time, and heals when the answer comes after all', () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    clock.passes(3000);
    assert.equal(mark(), 'loading');
    clock.passes(1000);
    assert.equal(mark(), 'failed');
    hears('INTERACTION_SUCCESS');
    assert.equal(mark(), undefined);
  });

  it('failed when Discord refuses it, and says why', async () => {
    refuse = 'Unknown message';
    interactions.press(MESSAGE, BUTTON, '0.1');
    await settled();
    assert.equal(mark(), 'failed');
    assert.equal(interactions.marks.get('5').why, 'Unknown message');
  });

  it('waits for the line, and is given up where that takes too long', async () => {
    interactions.lost();
    interactions.press(MESSAGE, BUTTON, '0.1');
    await settled();
    assert.equal(posted.length, 0);
    interactions.lost(); // a try that came to nothing
    interactions.found();
    await settled();
    hears('INTERACTION_SUCCESS');
    assert.equal(mark(), undefined);
    interactions.press(MESSAGE, BUTTON, '0.1');
    assert.equal(posted.length, 2);
    interactions.lost();
    interactions.press(MESSAGE, BUTTON, '0.1');
    clock.passes(4000);
    interactions.found();
    await settled();
    assert.equal(posted.length, 2);
    assert.equal(mark(), 'failed');
  });

  it('complains no more once the bot draws the message anew', () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    hears('INTERACTION_FAILURE');
    assert.equal(mark(), 'failed');
    interactions.apply({ t: 'MESSAGE_UPDATE', d: MESSAGE });
    assert.equal(mark(), undefined);
  });

  it('keeps the newer mark when an older answer fails late', () => {
    interactions.press(MESSAGE, SELECT, '0.0', ['b']);
    const first = posted[0].nonce;
    interactions.press(MESSAGE, SELECT, '0.0', ['a']);
    interactions.apply({ t: 'INTERACTION_FAILURE', d: { nonce: first } });
    assert.equal(mark(), 'loading');
  });
});

describe('a select', () => {
  it('shows what was picked, and again what it showed when that fails', () => {
    assert.deepEqual(interactions.shown(MESSAGE, SELECT), ['a']);
    interactions.press(MESSAGE, SELECT, '0.0', ['b']);
    assert.deepEqual(interactions.shown(MESSAGE, SELECT), ['b']);
    assert.deepEqual(posted[0].data.values, ['b']);
    hears('INTERACTION_FAILURE');
    assert.deepEqual(interactions.shown(MESSAGE, SELECT), ['a']);
  });
});

describe('a command', () => {
  it('stands in the channel until its answer does', () => {
    interactions.command(HELP, { id: '503' }, 'help', '11');
    assert.deepEqual(placeholders(), ['loading']);
    hears('INTERACTION_CREATE', { id: '700' });
    interactions.apply({ t: 'MESSAGE_CREATE', d: { ...MESSAGE, id: '6', interaction_metadata: { id: '700', user: ADA } } });
    assert.deepEqual(placeholders(), []);
  });

  it('stays there with a complaint when nobody answers', () => {
    interactions.command(HELP, { id: '503' }, 'help', '11');
    clock.passes(4000);
    assert.deepEqual(placeholders(), ['failed']);
    interactions.apply({ t: 'MESSAGE_CREATE', d: { ...MESSAGE, id: '6' } }); // another message
    assert.deepEqual(placeholders(), ['failed']);
  });

  it('fails at once when the line is lost', () => {
    interactions.command(HELP, { id: '503' }, 'help', '11');
    interactions.lost();
    assert.deepEqual(placeholders(), ['failed']);
  });
});

describe('choices', () => {
  it('come as the bot gives them; none are an empty list, a failure is none', async () => {
    const ask = async (then) => {
      const answer = interactions.complete(HELP, {}, '11');
      then();
      return answer;
    };
    assert.deepEqual(await ask(() => hears('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { choices: [{ name: 'x', value: 1 }] })), [{ name: 'x', value: 1 }]);
    assert.deepEqual(await ask(() => hears('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE')), []);
    assert.equal(await ask(() => hears('INTERACTION_FAILURE')), null);
    assert.equal(await ask(() => clock.passes(4000)), null);
    assert.deepEqual(await ask(() => {
      hears('INTERACTION_SUCCESS'); // which is not the answer yet
      hears('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { choices: [] });
    }), []);
  });
});

describe('a modal', () => {
  const MODAL = { id: '7', channel_id: '11', custom_id: 'settings', title: 'x', components: [], application: { id: BOT.id } };

  it('opens in the tab that asked for it, once', () => {
    interactions.press(MESSAGE, BUTTON, '0.1');
    hears('INTERACTION_MODAL_CREATE', MODAL);
    hears('INTERACTION_MODAL_CREATE', MODAL);
    interactions.apply({ t: 'INTERACTION_MODAL_CREATE', d: { ...MODAL, nonce: '99', custom_id: 'of another tab' } });
    assert.deepEqual(modals, ['settings']);
    assert.equal(mark(), undefined);
  });

  it('is taken or not', async () => {
    const taken = interactions.submit(MODAL, []);
    assert.deepEqual(posted[0].data, { id: '7', custom_id: 'settings', components: [] });
    hears('INTERACTION_SUCCESS');
    assert.equal(await taken, true);
    const refused = interactions.submit(MODAL, []);
    clock.passes(4000);
    assert.equal(await refused, false);
  });
});
