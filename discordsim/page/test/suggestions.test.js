import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { el } from '../dom.js';
import { Suggestions } from '../suggestions.js';

let list;
let input;
let picked;

const items = (...labels) => labels.map((label) => ({ label, pick: () => picked.push(label) }));
const marked = () => list.list.querySelector('[aria-selected="true"]')?.textContent;

beforeEach(() => {
  list = new Suggestions();
  picked = [];
  input = el('input', { role: 'combobox', 'aria-expanded': 'false' });
  document.body.replaceChildren(list.node, input);
});

describe('the list of suggestions', () => {
  it('shows what it is given, as text', () => {
    list.show(input, ['Take ', el('strong', {}, 'one')], [{ label: '<b>a</b>', detail: 'about a', aside: 'Boathouse', user: { username: 'Ada' }, pick() {} }]);
    assert.equal(list.shown, true);
    assert.equal(list.title.textContent, 'Take one');
    const [option] = list.list.children;
    assert.equal(option.querySelector('b'), null);
    assert.equal(option.querySelector('.suggestion-label').textContent, '<b>a</b>');
    assert.equal(option.querySelector('.suggestion-detail').textContent, 'about a');
    assert.equal(option.querySelector('.suggestion-aside').textContent, 'Boathouse');
    assert.equal(option.querySelector('.avatar').textContent, 'A');
  });

  it('marks the first item at once, unless told not to', () => {
    list.show(input, 'x', items('a', 'b'));
    assert.equal(marked(), 'a');
    assert.equal(list.current.label, 'a');
    list.show(input, 'x', items('a', 'b'), false);
    assert.equal(marked(), undefined);
    assert.equal(list.current, undefined);
  });

  it('goes round with the arrow keys, both ways', () => {
    list.show(input, 'x', items('a', 'b', 'c'));
    const seen = [1, 1, 1, -1, -1].map((step) => {
      list.move(step);
      return marked();
    });
    assert.deepEqual(seen, ['b', 'c', 'a', 'c', 'b']);
  });

  it('begins at the end that the arrow comes from', () => {
    list.show(input, 'x', items('a', 'b', 'c'), false);
    list.move(-1);
    assert.equal(marked(), 'c');
    list.show(input, 'x', items('a', 'b', 'c'), false);
    list.move(1);
    assert.equal(marked(), 'a');
  });

  it('moves nowhere when it is empty', () => {
    list.show(input, 'Nothing', []);
    list.move(1);
    assert.equal(list.current, undefined);
    assert.equal(list.list.hidden, true);
    assert.equal(list.shown, true);
  });

  it('tells the input which item is active', () => {
    list.show(input, 'x', items('a', 'b'));
    list.move(1);
    const active = document.getElementById(input.getAttribute('aria-activedescendant'));
    assert.equal(active.textContent, 'b');
    assert.equal(input.getAttribute('aria-expanded'), 'true');
    list.rest();
    assert.equal(input.hasAttribute('aria-activedescendant'), false);
    list.hide();
    assert.equal(input.getAttribute('aria-expanded'), 'false');
    assert.equal(list.current, undefined);
  });

  it('describes the input by its title while it shows', () => {
    const told = () => document.getElementById(input.getAttribute('aria-describedby'))?.textContent;
    list.show(input, 'Which meld', items('a'));
    assert.equal(told(), 'Which meld');
    list.show(input, 'No such option', []);
    assert.equal(told(), 'No such option');
    list.hide();
    assert.equal(told(), undefined);
  });

  it('is not open where there is nothing to take', () => {
    list.show(input, 'Nothing', []);
    assert.equal(input.getAttribute('aria-expanded'), 'false');
  });

  it('says of a plain text field only which item is active', () => {
    const box = el('textarea');
    document.body.append(box);
    list.show(box, 'x', items('a'));
    assert.equal(box.hasAttribute('aria-expanded'), false);
    assert.equal(box.getAttribute('aria-activedescendant'), 'suggestion-0');
  });

  it('leaves one input when it serves another', () => {
    const other = el('input', { role: 'combobox', 'aria-expanded': 'false' });
    document.body.append(other);
    list.show(input, 'x', items('a'));
    list.show(other, 'x', items('b'));
    assert.equal(input.getAttribute('aria-expanded'), 'false');
    assert.equal(input.hasAttribute('aria-activedescendant'), false);
    assert.equal(other.getAttribute('aria-expanded'), 'true');
  });

  it('takes what is clicked, on any part of it', () => {
    list.show(input, 'x', items('a', 'b'));
    list.list.children[1].firstElementChild.click();
    assert.deepEqual(picked, ['b']);
    list.list.click();
    assert.deepEqual(picked, ['b']);
  });

  it('never takes the focus from the input', () => {
    input.focus();
    list.show(input, 'x', items('a'));
    const press = new Event('pointerdown', { bubbles: true, cancelable: true });
    list.list.firstElementChild.dispatchEvent(press);
    assert.equal(press.defaultPrevented, true);
    assert.equal(document.activeElement, input);
  });
});
