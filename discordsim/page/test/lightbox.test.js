import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { el } from '../dom.js';
import { picture } from '../components.js';
import { showPicture } from '../lightbox.js';

let pictures;

beforeEach(() => {
  const shown = [['a.png', 'Seven of hearts'], ['b.png', ''], ['c.png', 'Ace <b>']].map(([url, description]) => picture({ url: `https://a.example/${url}` }, { description }, 'media'));
  document.body.replaceChildren(el('div', { 'data-message-id': '1' }, shown));
  pictures = shown.map((one) => one.querySelector('[data-lightbox]'));
});

const open = () => document.querySelector('dialog.lightbox');
const caption = () => open().querySelector('.lightbox-caption');
const presses = (key) => open().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

describe('a picture that is opened', () => {
  it('is shown with its description, which is read out', () => {
    showPicture(pictures[0]);
    assert.equal(open().querySelector('img').src, 'https://a.example/a.png');
    assert.equal(open().querySelector('img').alt, 'Seven of hearts');
    assert.equal(caption().textContent, '1 of 3. Seven of hearts');
    assert.equal(caption().getAttribute('aria-live'), 'polite');
  });

  it('has the others of its message beside it, in a ring', () => {
    showPicture(pictures[0]);
    presses('ArrowRight');
    assert.equal(caption().textContent, '2 of 3. This picture has no description.');
    presses('ArrowLeft');
    presses('ArrowLeft');
    assert.equal(caption().textContent, '3 of 3. Ace <b>');
    assert.equal(open().querySelector('img').src, 'https://a.example/c.png');
  });

  it('leads to its neighbours by buttons too, and to the file itself', () => {
    showPicture(pictures[0]);
    open().querySelector('[aria-label="Next picture"]').click();
    open().querySelector('[aria-label="Next picture"]').click();
    assert.equal(caption().textContent, '3 of 3. Ace <b>');
    open().querySelector('[aria-label="Previous picture"]').click();
    assert.equal(open().querySelector('a').href, 'https://a.example/b.png');
  });

  it('has no neighbours where it is the only one', () => {
    document.body.replaceChildren(pictures[0]);
    showPicture(pictures[0]);
    assert.equal(open().querySelectorAll('button').length, 1);
    assert.equal(caption().textContent, 'Seven of hearts');
  });

  it('is gone when it is closed, and the focus is where it was', () => {
    pictures[1].focus();
    showPicture(pictures[1]);
    open().querySelector('[aria-label="Close"]').click();
    assert.equal(open(), null);
    assert.equal(document.activeElement, pictures[1]);
  });
});
