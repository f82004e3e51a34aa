import './browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listenForChoices } from '../chooser.js';
import { el } from '../dom.js';
import { Interactions } from '../interactions.js';
import { Stream } from '../stream.js';
import { ADA, BEN, BOT, GUILD, openWorld } from './server.js';

listenForChoices();

let world;
let interactions;
let stream;
let posted;
let deeds; // what the page was asked to do
let root;

const NOON = Date.parse('2025-06-16T12:00:00');
const message = (id, author, content, minutes = 0, more = {}) => ({ id: String(id), channel_id: '11', author, content, timestamp: new Date(NOON + minutes * 60000).toISOString(), ...more });
const arrives = (...of) => world.apply({ t: 'MESSAGE_CREATE', d: message(...of) });
const row = (...components) => [{ type: 1, components }];
const button = (label) => ({ type: 2, style: 1, custom_id: label, label });
const select = (...labels) => ({ type: 3, custom_id: 'rules', placeholder: 'Rules', options: labels.map((label) => ({ label, value: label })) });
const item = (id) => root.querySelector(`[data-message-id="${id}"]`);
const list = () => document.querySelector('.chooser');
const presses = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

beforeEach(() => {
  sessionStorage.clear();
  posted = [];
  deeds = [];
  world = openWorld();
  interactions = new Interactions({ post: async (path, body) => { posted.push(body); } }, world);
  root = el('section', { tabindex: 0 });
  document.body.replaceChildren(el('main', {}, root));
  stream = new Stream(root, world, interactions, el('div', { class: 'welcome' }), {
    command: (name) => deeds.push(['command', name]), channel: (id) => deeds.push(['channel', id]), complain: (text) => deeds.push(['complain', text]),
  });
  stream.show('11');
});

afterEach(() => interactions.lost()); // or the process would wait for answers

describe('the stream', () => {
  it('puts a line between days and joins what one author says at once', () => {
    arrives(1, BEN, 'a');
    arrives(2, BEN, 'b', 1);
    arrives(3, BEN, 'c', 20);
    arrives(4, ADA, 'd', 21);
    arrives(5, ADA, 'e', 22, { flags: 64 });
    arrives(6, ADA, 'f', 24 * 60);
    const kinds = [...root.querySelectorAll('.messages > li')].map((li) => (li.matches('.day') ? 'day' : li.matches('.joined') ? 'joined' : 'whole'));
    assert.deepEqual(kinds, ['day', 'whole', 'joined', 'whole', 'whole', 'whole', 'day', 'whole']);
    assert.deepEqual([...root.querySelectorAll('.day')].map((d) => d.textContent), ['June 16, 2025', 'June 17, 2025']);
  });

  it('shows messages of its channel alone', () => {
    arrives(1, BEN, 'here');
    world.apply({ t: 'MESSAGE_CREATE', d: { ...message(2, BEN, 'there'), channel_id: '12' } });
    assert.equal(root.querySelectorAll('.message').length, 1);
    stream.show('12');
    assert.equal(root.querySelector('.message .content').textContent, 'there');
  });

  it('shows a command under way after all messages, and takes it away again', () => {
    interactions.command({ id: '503', application_id: BOT.id, version: '1', name: 'help', description: '' }, {}, 'help', '11');
    arrives(1, BEN, 'a');
    assert.deepEqual([...root.querySelectorAll('.message')].map((m) => m.dataset.local ?? m.dataset.messageId), ['1', 'loading']);
    assert.match(root.querySelector('[data-local]').textContent, /Ada used \/help.*Sending command/);
    interactions.lost();
    assert.match(root.querySelector('[data-local]').textContent, /This interaction failed\. The application did not respond\./);
    root.querySelector('[data-local] [data-dismiss]').click();
    assert.equal(root.querySelector('[data-local]'), null);
  });

  it('keeps the focus through a redraw, and hands it on when the control is gone', () => {
    arrives(1, BOT, '', 0, { components: row(button('Join'), button('Leave')) });
    item(1).querySelectorAll('.button')[1].focus();
    world.apply({ t: 'MESSAGE_UPDATE', d: { id: '1', channel_id: '11', content: 'x', components: row(button('Start'), button('Join'), button('Leave')) } });
    assert.equal(document.activeElement.textContent, 'Leave');
    world.apply({ t: 'MESSAGE_UPDATE', d: { id: '1', channel_id: '11', components: [] } });
    assert.equal(document.activeElement, item(1));
    world.apply({ t: 'MESSAGE_DELETE', d: { id: '1', channel_id: '11' } });
    assert.equal(document.activeElement, root);
  });

  it('reads only what a spoiler shows once it is asked for', () => {
    arrives(1, BEN, '||secret||');
    const spoiler = item(1).querySelector('.spoiler');
    spoiler.click();
    assert.equal(spoiler.dataset.revealed, 'true');
    world.apply({ t: 'MESSAGE_UPDATE', d: { id: '1', channel_id: '11', edited_timestamp: 'x' } });
    assert.equal(item(1).querySelector('.spoiler').dataset.revealed, 'true');
  });

  it('hides what is in a spoiler from a reply’s excerpt', () => {
    arrives(1, BEN, 'the ||secret||');
    arrives(2, ADA, 'yes', 1, { message_reference: { channel_id: '11', message_id: '1' }, referenced_message: message(1, BEN, 'the ||secret||') });
    assert.match(item(2).querySelector('.used').textContent, /Reply to Ben the ▮▮▮/);
  });
});

describe('a click', () => {
  it('on a button presses it, wherever the message was redrawn', () => {
    arrives(1, BOT, '', 0, { components: row(button('Join')) });
    item(1).querySelector('.button .label').click();
    assert.deepEqual(posted.map((p) => [p.message_id, p.data.custom_id]), [['1', 'Join']]);
    item(1).querySelector('.button').click();
    assert.equal(posted.length, 1); // under way
  });

  it('on what can’t be used does nothing', () => {
    arrives(1, BOT, '', 0, { components: row({ ...button('Join'), disabled: true }) });
    item(1).querySelector('.button').click();
    assert.deepEqual(posted, []);
  });

  it('on what a text refers to goes there', () => {
    arrives(1, BEN, `</rum new:5> <#12> https://discord.com/channels/${GUILD.id}/13`);
    for (const node of item(1).querySelectorAll('.content button')) node.click();
    const link = item(1).querySelector('.content a');
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    assert.deepEqual(deeds, [['command', 'rum new'], ['channel', '12'], ['channel', '13']]);
    assert.equal(event.defaultPrevented, true);
  });

  it('on another link is the browser’s', () => {
    arrives(1, BEN, 'https://discord.com/channels/1/77 https://a.example/');
    for (const link of item(1).querySelectorAll('a')) {
      let own = false;
      document.body.addEventListener('click', (event) => {
        own = event.defaultPrevented;
        event.preventDefault();
      }, { once: true });
      link.click();
      assert.equal(own, false);
    }
    assert.deepEqual(deeds, []);
  });

  it('on dismiss hides a message for good', () => {
    arrives(1, BOT, 'only you', 0, { flags: 64 });
    item(1).querySelector('[data-dismiss]').click();
    assert.equal(item(1), null);
    arrives(1, BOT, 'only you', 0, { flags: 64 });
    assert.equal(item(1), null);
  });
});

describe('a select’s list', () => {
  const open = (...labels) => {
    arrives(1, BOT, '', 0, { components: row(select(...labels)) });
    item(1).querySelector('.select').focus();
    presses('ArrowDown');
  };
  const redraw = (...labels) => world.apply({ t: 'MESSAGE_UPDATE', d: { id: '1', channel_id: '11', components: row(select(...labels)) } });
  const active = () => document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent;

  it('opens, walks, finds and closes by the keyboard', () => {
    open('Brisk', 'Classic', 'Concealed', 'Long');
    assert.equal(list().querySelector('[role="listbox"]').getAttribute('aria-label'), 'Rules');
    assert.equal(document.activeElement.getAttribute('aria-expanded'), 'true');
    const walked = ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'ArrowDown', 'c', 'o'].map((key) => {
      presses(key);
      return active();
    });
    assert.deepEqual(walked, ['Classic', 'Long', 'Long', 'Concealed', 'Brisk', 'Brisk', 'Classic', 'Classic', 'Concealed']);
    presses('Escape');
    assert.equal(list(), null);
    assert.equal(document.activeElement.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(posted, []);
  });

  it('sends the option that is taken', () => {
    open('Brisk', 'Classic');
    presses('ArrowDown');
    presses('Enter');
    assert.deepEqual(posted.map((p) => p.data), [{ component_type: 3, custom_id: 'rules', values: ['Classic'] }]);
    assert.equal(item(1).querySelector('.select').getAttribute('aria-label'), 'Rules: Classic');
    assert.equal(document.activeElement, item(1).querySelector('.select'));
  });

  it('stays open where the eye is when the message below it is redrawn', () => {
    open('Brisk', 'Classic', 'Long');
    presses('End');
    redraw('New', 'Brisk', 'Classic', 'Long');
    assert.equal(active(), 'Long');
    assert.equal(list().querySelectorAll('[role="option"]').length, 4);
    presses('Enter');
    assert.deepEqual(posted[0].data.values, ['Long']);
  });

  it('closes, and sends nothing, when its select is gone', () => {
    open('Brisk', 'Classic');
    world.apply({ t: 'MESSAGE_UPDATE', d: { id: '1', channel_id: '11', components: [] } });
    assert.equal(list(), null);
    assert.deepEqual(posted, []);
  });

  it('closes at a press elsewhere', () => {
    open('Brisk', 'Classic');
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    assert.equal(list(), null);
  });
});
