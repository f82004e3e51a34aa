import './browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { componentAt, components } from '../components.js';
import { el, keepFocus, morph } from '../dom.js';
import { Interactions } from '../interactions.js';
import { BOT, openWorld } from './server.js';

const button = (label, more = {}) => ({ type: 2, style: 1, custom_id: label, label, ...more });
const text = (content) => ({ type: 10, content });
const SELECT = { type: 3, custom_id: 'rules', placeholder: 'Rules', options: [{ value: 'a', label: 'Brisk' }, { value: 'b', label: 'Classic', default: true }] };

const PARTS = [
  text('**Table**'),
  { type: 17, accent_color: 255, components: [
    { type: 9, components: [text('one'), text('two')], accessory: button('Look') },
    { type: 14, spacing: 2 },
    { type: 1, components: [button('Join'), button('Leave', { disabled: true })] },
  ] },
  { type: 1, components: [SELECT] },
  { type: 1, components: [{ type: 5, custom_id: 'who', default_values: [{ id: '102', type: 'user' }] }] },
];

let world;
let interactions;
let box;

const message = (parts) => ({ id: '5', channel_id: '11', author: BOT, content: '', timestamp: '', components: parts });

function draw(parts) {
  const drawn = components(parts, { message: message(parts), world, interactions, names: world.names() });
  box = el('div', { tabindex: -1 }, drawn);
  document.body.replaceChildren(box);
  return box;
}

beforeEach(() => {
  world = openWorld();
  interactions = new Interactions({ post: () => new Promise(() => {}) }, world);
});

afterEach(() => interactions.lost()); // or the process would wait for answers

describe('the components of a message', () => {
  it('are found again by the path that they carry', () => {
    draw(PARTS);
    const active = [...box.querySelectorAll('[data-custom-id]')];
    assert.deepEqual(active.map((n) => n.dataset.customId), ['Look', 'Join', 'Leave', 'rules', 'who']);
    for (const node of active) assert.equal(componentAt(message(PARTS), node.dataset.path).custom_id, node.dataset.customId);
    for (const path of ['9', '1.9', '1.0.2.0', '0.0']) assert.equal(componentAt(message(PARTS), path), undefined, path);
  });

  it('show the values of selects: what was picked, else what the bot says', () => {
    draw(PARTS);
    const shown = () => [...box.querySelectorAll('.select')].map((n) => n.getAttribute('aria-label'));
    assert.deepEqual(shown(), ['Rules: Classic', 'Make a selection: Ben']);
    interactions.picked.set('5/rules', ['a']);
    draw(PARTS);
    assert.equal(shown()[0], 'Rules: Brisk');
  });

  it('say that they can’t be used', () => {
    draw([{ type: 1, components: [button('A', { disabled: true }), button('B'), { type: 2, style: 5, label: 'C', url: 'https://a.example/', disabled: true }] }]);
    assert.deepEqual([...box.querySelectorAll('.button')].map((n) => n.getAttribute('aria-disabled')), ['true', null, 'true']);
    assert.equal(box.querySelector('a').hasAttribute('href'), false);
  });

  it('wait while one of them is under way', () => {
    const row = [{ type: 1, components: [button('A'), button('B')] }];
    interactions.press(message(row), row[0].components[0], '0.0');
    draw(row);
    assert.deepEqual([...box.querySelectorAll('.button')].map((n) => [n.getAttribute('aria-busy'), n.getAttribute('aria-disabled')]), [['true', null], [null, 'true']]);
  });

  it('lead nowhere but to the web', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '', undefined]) {
      draw([{ type: 1, components: [{ type: 2, style: 5, label: 'x', url }] }, { type: 13, file: { url, name: 'x' } }, { type: 11, media: { url } }]);
      assert.equal(box.querySelector('[href], [src], [data-lightbox]'), null, url);
    }
  });

  it('that are not known are said to be there', () => {
    assert.equal(draw([{ type: 99 }]).textContent, 'This page cannot draw a component of type 99.');
  });

  it('keep the focus on the same words when others come before them', () => {
    draw([{ type: 1, components: [button('Join'), button('Leave')] }]);
    box.querySelectorAll('button')[1].focus();
    const later = el('div', { tabindex: -1 }, components([{ type: 1, components: [button('Start'), button('Join'), button('Leave')] }], { message: message([]), world, interactions, names: world.names() }));
    keepFocus(box, () => morph(box, later));
    assert.equal(document.activeElement.textContent, 'Leave');
  });
});

describe('files', () => {
  const name = (file) => {
    draw([{ type: 13, ...file }]);
    return [box.querySelector('a.file').getAttribute('download'), box.querySelector('a.file').textContent];
  };

  it('are called by their name, else by their address', () => {
    assert.deepEqual(name({ file: { url: 'https://a.example/x/y.txt' }, name: 'hand 1.txt', size: 1500 }), ['hand 1.txt', 'hand 1.txt1.5 kB']);
    assert.deepEqual(name({ file: { url: 'https://a.example/x/hand%201.txt?ex=1' } }), ['hand 1.txt', 'hand 1.txt']);
  });

  it('are drawn whatever their address', () => {
    assert.deepEqual(name({ file: { url: 'https://a.example/100%' } }), ['file', 'file']);
    assert.deepEqual(name({ file: { url: 'http://[' } }), ['file', 'file']);
  });
});

describe('pictures', () => {
  it('are said to lack a description where they do', () => {
    draw([{ type: 12, items: [{ media: { url: 'https://a.example/a.png' }, description: 'A hand' }, { media: { url: 'https://a.example/b.png' }, description: null }] }]);
    assert.deepEqual([...box.querySelectorAll('[data-lightbox]')].map((n) => n.getAttribute('aria-label')), ['Open picture: A hand', 'Open picture without description']);
    assert.deepEqual([...box.querySelectorAll('img')].map((n) => n.getAttribute('alt')), ['A hand', '']);
  });

  it('show their description by a mark, and to a pointer', () => {
    draw([{ type: 12, items: [{ media: { url: 'https://a.example/a.png' }, description: 'A <b>hand</b>' }, { media: { url: 'https://a.example/b.png' } }] }]);
    assert.deepEqual([...box.querySelectorAll('.alt-mark')].map((n) => [n.textContent, n.getAttribute('aria-expanded'), n.nextSibling.textContent]), [['ALT text', 'false', 'A <b>hand</b>']]);
    assert.deepEqual([...box.querySelectorAll('img')].map((n) => n.getAttribute('title')), ['A <b>hand</b>', null]);
    draw([{ type: 11, media: { url: 'https://a.example/a.png' }, description: 'A hand' }]);
    assert.equal(box.querySelector('.alt-mark'), null, 'a thumbnail has no room for it');
  });

  it('keep their description open when the message is drawn anew', () => {
    const parts = (description) => [{ type: 12, items: [{ media: { url: 'https://a.example/a.png' }, description }] }];
    const shown = draw(parts('A hand'));
    shown.querySelector('.alt-mark').setAttribute('aria-expanded', 'true');
    morph(shown, el('div', { tabindex: -1 }, components(parts('Another hand'), { message: message([]), world, interactions, names: world.names() })));
    assert.equal(shown.querySelector('.alt-mark').getAttribute('aria-expanded'), 'true');
    assert.equal(shown.querySelector('.alt-text').textContent, 'Another hand');
  });

  it('are tiles where there are several', () => {
    for (const count of [1, 2, 3, 10]) {
      draw([{ type: 12, items: Array.from({ length: count }, (_, i) => ({ media: { url: `https://a.example/${i}.png` } })) }]);
      assert.equal(box.querySelector('.gallery').dataset.count, String(count));
    }
  });

  it('that are spoilers wait to be asked for', () => {
    draw([{ type: 11, media: { url: 'https://a.example/a.png' }, description: 'A hand', spoiler: true }]);
    assert.equal(box.querySelector('.spoiler-block .uncover').textContent, 'Show spoiler');
    assert.equal(box.querySelector('.spoiler-block').hasAttribute('data-revealed'), false);
  });
});
