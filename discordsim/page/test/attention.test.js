import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Attention } from '../attention.js';
import { el } from '../dom.js';
import { Interactions } from '../interactions.js';
import { ADA, BEN, BOT, HELP, openWorld } from './server.js';

let world;
let interactions;
let announcer;
let refuse; // why Discord refuses an interaction
let serial;

const post = async () => {
  if (refuse) throw new Error(refuse);
};

beforeEach(() => {
  refuse = '';
  serial = 3000;
  announcer = el('div', { 'aria-live': 'polite' });
  document.body.replaceChildren(announcer);
  world = openWorld();
  interactions = new Interactions({ post }, world);
  world.on('messages', ({ ids }) => { // what the stream draws of a message
    const message = world.message('11', ids?.[0]);
    if (message) document.body.append(el('div', { 'data-message-id': message.id, 'data-author': world.nameOf(message.author) }, el('p', { class: 'text' }, message.content)));
  });
  new Attention(world, interactions, announcer);
});

function arrives(author, content, channel = '11', more = {}) {
  world.apply({ t: 'MESSAGE_CREATE', d: { id: String(serial++), channel_id: channel, author, content, timestamp: new Date().toISOString(), ...more } });
}

describe('a message that arrives', () => {
  it('is read out where the channel is open', () => {
    arrives(BEN, 'Your turn');
    assert.equal(announcer.textContent, 'Ben: Your turn');
    assert.equal(world.unread.size, 0);
  });

  it('is read out with the names of its emojis', () => {
    arrives(BOT, '', '11', { flags: 64, components: [{ type: 10, content: 'Drawn: ?' }] });
    const id = String(serial - 1);
    world.apply({ t: 'MESSAGE_UPDATE', d: { ...world.message('11', id), flags: 64, components: [{ type: 10, content: 'Drawn: <:queen_of_spades:12><:10_of_hearts:13>, and <:ace_of_clubs:14>' }] } });
    assert.match(announcer.textContent, /: Drawn: queen of spades 10 of hearts ?, and ace of clubs$/);
  });

  it('is not read out in another channel but counted', () => {
    arrives(BEN, 'Hello', '12');
    arrives(BEN, 'Ada?', '12', { mentions: [ADA] });
    arrives(BEN, 'Hosts?', '12', { mention_roles: ['21'] });
    assert.equal(announcer.textContent, '');
    assert.deepEqual(world.unread.get('12'), { messages: 3, pings: 2 });
    assert.equal(document.title, '(2) #general · Ada');
  });

  it('is nothing new when the person wrote it', () => {
    arrives(ADA, 'Hello');
    arrives(ADA, 'Hello', '12');
    assert.equal(announcer.textContent, '');
    assert.equal(world.unread.size, 0);
  });

  it('is told once', () => {
    let told = 0;
    world.on('arrived', () => told++);
    const message = { id: '5', channel_id: '11', author: BOT, content: 'x', timestamp: new Date().toISOString() };
    world.apply({ t: 'MESSAGE_CREATE', d: message });
    world.apply({ t: 'MESSAGE_CREATE', d: message });
    assert.equal(told, 1);
  });
});

describe('a message that changes', () => {
  const hand = (...lines) => [{ type: 10, content: lines.join('\n') }, { type: 1, components: [{ type: 2, label: 'Draw 2', style: 1, custom_id: 'x' }] }];
  const shows = (components, more = {}) => ({ components, flags: 1 << 15 | 64, ...more });
  const changes = (more) => world.apply({ t: 'MESSAGE_UPDATE', d: { id: String(serial - 1), channel_id: '11', ...more } });

  it('is read out by what is new in it, when only this person sees it', () => {
    arrives(BOT, '', '11', shows(hand('### Hand 1', 'It is **Ben**’s turn.', '-# Updated <t:100:R>')));
    announcer.textContent = '';
    changes(shows(hand('### Hand 1', 'Your turn. *Draw* first.', 'Ben drew 2 cards', '-# Updated <t:200:R>')));
    assert.equal(announcer.textContent, 'Boathouse: Your turn. Draw first. Ben drew 2 cards');
  });

  it('is passed over when nothing but a moment changed', () => {
    arrives(BOT, '', '11', shows(hand('### Hand 1', '-# Updated <t:100:R>')));
    announcer.textContent = '';
    changes(shows(hand('### Hand 1', '-# Updated <t:200:R>')));
    assert.equal(announcer.textContent, '');
  });

  it('is passed over when all see it, or in another channel', () => {
    arrives(BOT, '', '11', shows(hand('### Table'), { flags: 1 << 15 }));
    announcer.textContent = '';
    changes({ components: hand('### Table', 'Ben drew') });
    arrives(BOT, '', '12', shows(hand('### Hand 1')));
    changes({ channel_id: '12', ...shows(hand('### Hand 2')) });
    assert.equal(announcer.textContent, '');
  });
});

describe('an interaction that fails', () => {
  const settled = () => new Promise((done) => { setTimeout(done); });

  it('is read out with its reason', async () => {
    refuse = 'Unknown message';
    interactions.press({ id: '5', channel_id: '11', author: BOT, content: '', timestamp: '' }, { type: 2, style: 1, custom_id: 'x' }, '0.0');
    await settled();
    assert.equal(announcer.textContent, 'This interaction failed. Unknown message');
    announcer.textContent = '';
    interactions.command(HELP, { id: '503' }, 'help', '11');
    await settled();
    assert.equal(announcer.textContent, 'This interaction failed. Unknown message');
  });

  it('is not read out when only choices were asked for', async () => {
    refuse = 'Unknown command';
    assert.equal(await interactions.complete(HELP, { id: '503' }, '11'), null);
    assert.equal(announcer.textContent, '');
  });
});
