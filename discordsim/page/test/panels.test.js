import { window } from './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { el } from '../dom.js';
import { Panels } from '../panels.js';

let panels;
let parts;
let log; // what the wire panel was told

function open(width) {
  window.happyDOM.setViewport({ width, height: 800 });
  sessionStorage.clear();
  log = [];
  parts = {
    app: el('div'), sidebar: el('nav', {}, el('button', { 'aria-current': 'page' }, 'general')), side: el('aside'), shade: el('div'),
    menu: el('button', { id: 'open-menu' }), people: el('button', { id: 'open-people' }), wire: el('button', { id: 'open-wire' }),
  };
  document.body.replaceChildren(...Object.values(parts));
  panels = new Panels(parts.app, parts.sidebar, parts.side, parts.shade, {
    people: { title: 'People', node: el('div', {}, 'Ada') }, wire: { title: 'Wire log', node: el('div'), opened: () => log.push('opened'), closed: () => log.push('closed') },
  });
}

const expanded = () => ['menu', 'people', 'wire'].filter((name) => parts[name].getAttribute('aria-expanded') === 'true');
const escape = () => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

describe('on a wide screen', () => {
  beforeEach(() => open(1200));

  it('the people are beside the messages, and the channels in reach', () => {
    assert.equal(parts.side.hidden, false);
    assert.equal(parts.side.getAttribute('aria-label'), 'People');
    assert.deepEqual(expanded(), ['people']);
    assert.equal(parts.sidebar.inert, false);
    assert.equal(parts.shade.hidden, true);
  });

  it('one panel takes the place of another and is told so', () => {
    panels.toggle('wire');
    assert.deepEqual(expanded(), ['wire']);
    panels.toggle('people');
    assert.deepEqual(log, ['opened', 'closed']);
    assert.equal(parts.side.querySelector('h2').textContent, 'People');
  });

  it('a panel that closes hands the focus to its button', () => {
    parts.side.querySelector('button').focus();
    parts.side.querySelector('button').click();
    assert.equal(parts.side.hidden, true);
    assert.equal(document.activeElement, parts.people);
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => open(500));

  it('the drawers are shut and out of reach', () => {
    assert.equal(parts.side.hidden, true);
    assert.equal(parts.sidebar.inert, true);
    assert.deepEqual(expanded(), []);
  });

  it('the menu takes the focus and gives it back when it closes', () => {
    panels.toggleMenu();
    assert.equal(document.activeElement.textContent, 'general');
    assert.deepEqual(expanded(), ['menu']);
    assert.equal(parts.shade.hidden, false);
    escape();
    assert.deepEqual(expanded(), []);
    assert.equal(parts.sidebar.inert, true);
    assert.equal(document.activeElement, parts.menu);
  });

  it('the focus stays where it is when it is not in the menu', () => {
    panels.toggleMenu();
    parts.wire.focus();
    panels.closeMenu();
    assert.equal(document.activeElement, parts.wire);
  });
});
