import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { arrange, el, keepFocus, morph, safeURL } from '../dom.js';

beforeEach(() => document.body.replaceChildren());

describe('el', () => {
  it('takes every text as text', () => {
    const node = el('p', { title: '"><b>' }, '<img src=x onerror=alert(1)>', ['&amp;', ['<b>']]);
    assert.equal(node.children.length, 0);
    assert.equal(node.textContent, '<img src=x onerror=alert(1)>&amp;<b>');
    assert.equal(node.title, '"><b>');
  });

  it('leaves out what is nothing and keeps what is zero', () => {
    const node = el('p', { id: null, class: undefined, hidden: false, inert: true, tabindex: 0 }, null, undefined, false, '', 'a');
    assert.deepEqual([...node.attributes].map((a) => [a.name, a.value]), [['inert', ''], ['tabindex', '0']]);
    assert.equal(node.textContent, 'a');
  });

  it('listens where an attribute begins with on', () => {
    let heard = 0;
    const node = el('button', { onclick: () => heard++ });
    node.click();
    assert.equal(heard, 1);
    assert.equal(node.hasAttribute('onclick'), false);
  });
});

describe('safeURL', () => {
  it('gives addresses of the web and nothing else', () => {
    assert.equal(safeURL('https://a.example/b c'), 'https://a.example/b%20c');
    assert.equal(safeURL('/page/x.png'), new URL('/page/x.png', location.href).href);
    for (const address of ['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'blob:x', 'file:///x', 'https://', 'http://[', '', undefined]) {
      assert.equal(safeURL(address), undefined, address);
    }
  });
});

// list makes a list of keyed items.
const list = (...keys) => el('ul', {}, keys.map((key) => el('li', { 'data-key': key }, key)));

describe('morph', () => {
  it('makes one node look like another', () => {
    const shapes = [
      () => list('a', 'b', 'c'), () => list('c', 'a'), () => list(), () => el('ul', { class: 'x', 'data-y': 1 }, 'text', el('b', {}, 'bold'), 'more'),
      () => el('ul', { title: 'x' }, el('li', {}, el('i')), list('q')), () => list('b', 'a', 'd', 'c'), () => list('a', 'b', 'a'),
    ];
    for (const from of shapes) {
      for (const to of shapes) {
        const node = from();
        morph(node, to());
        assert.equal(node.outerHTML, to().outerHTML);
      }
    }
  });

  it('keeps the nodes that have a key, wherever they go', () => {
    const node = list('a', 'b', 'c');
    const [a, b, c] = node.children;
    morph(node, list('c', 'x', 'a'));
    assert.equal(node.children[0], c);
    assert.equal(node.children[2], a);
    assert.equal(b.parentNode, null);
  });

  it('never turns a node into one of another key', () => {
    const node = list('a', 'b');
    const [a] = node.children;
    morph(node, list('b'));
    assert.notEqual(node.firstChild, a);
  });

  it('keeps nodes without a key in their order', () => {
    const node = el('div', {}, el('p', {}, '1'), 'x', el('p', {}, '2'));
    const [first, second] = node.children;
    morph(node, el('div', {}, el('p', {}, 'one'), el('b'), el('p', {}, 'two')));
    assert.deepEqual([...node.children].filter((n) => n.localName === 'p'), [first, second]);
    assert.equal(first.textContent, 'one');
  });

  it('leaves what the reader did: an open list, a revealed spoiler', () => {
    const node = el('button', { 'aria-expanded': 'false', class: 'old' });
    node.setAttribute('aria-expanded', 'true');
    node.setAttribute('aria-controls', 'list');
    node.setAttribute('data-revealed', 'true');
    morph(node, el('button', { 'aria-expanded': 'false', class: 'new' }));
    assert.equal(node.getAttribute('aria-expanded'), 'true');
    assert.equal(node.getAttribute('aria-controls'), 'list');
    assert.equal(node.getAttribute('data-revealed'), 'true');
    assert.equal(node.className, 'new');
  });

  it('keeps the focus and the listeners of what stays', () => {
    let clicks = 0;
    const node = el('div', {}, el('button', { 'data-key': 'x', onclick: () => clicks++ }, 'x'));
    document.body.append(node);
    node.firstChild.focus();
    morph(node, el('div', {}, el('p'), el('button', { 'data-key': 'x' }, 'y')));
    assert.equal(document.activeElement.textContent, 'y');
    document.activeElement.click();
    assert.equal(clicks, 1);
  });
});

describe('keepFocus', () => {
  const room = () => {
    const root = el('div', { tabindex: -1 }, el('button', { 'data-path': '0.1' }, 'a'), el('button', { 'data-path': '0.2' }, 'b'));
    document.body.append(root);
    return root;
  };

  it('hands the focus to the control at the same place', () => {
    const root = room();
    root.lastChild.focus();
    keepFocus(root, () => root.replaceChildren(el('button', { 'data-path': '0.1' }), el('button', { 'data-path': '0.2', id: 'heir' })));
    assert.equal(document.activeElement.id, 'heir');
  });

  it('hands it to the whole when nothing is at that place', () => {
    const root = room();
    root.lastChild.focus();
    keepFocus(root, () => root.replaceChildren(el('button', { 'data-path': '0.1' })));
    assert.equal(document.activeElement, root);
  });

  it('leaves the focus alone when it is elsewhere', () => {
    const root = room();
    const other = el('input');
    document.body.append(other);
    other.focus();
    keepFocus(root, () => root.replaceChildren());
    assert.equal(document.activeElement, other);
  });
});

describe('arrange', () => {
  it('makes exactly these children in this order', () => {
    const parent = el('ul');
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((t) => el('li', {}, t));
    for (const order of [[a, b, c], [c, a], [], [d, c, b, a], [a, d]]) {
      arrange(parent, order);
      assert.deepEqual([...parent.childNodes], order);
    }
  });

  it('touches nothing that is in its place', () => {
    const parent = el('ul');
    const items = ['a', 'b', 'c'].map((t) => el('li', {}, t));
    arrange(parent, items);
    const moved = [];
    parent.insertBefore = (node, at) => {
      moved.push(node.textContent);
      return Node.prototype.insertBefore.call(parent, node, at);
    };
    arrange(parent, [el('li', {}, 'new'), ...items, el('li', {}, 'last')]);
    assert.deepEqual(moved, ['new', 'last']);
  });
});
