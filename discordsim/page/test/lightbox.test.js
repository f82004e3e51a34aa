import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { el } from '../dom.js';
import { picture } from '../components.js';
import { showPicture } from '../lightbox.js';

let pictures;

beforeEach(() => {
  pictures = [['a.png', 'Seven of hearts'], ['b.png', ''], ['c.png', 'Ace <b>']].map(([url, description]) => picture({ url: `https://a.example/${url}` }, { description }, 'media'));
  document.body.replaceChildren(el('div', { 'data-message-id': '1' }, pictures));
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

  it('is gone when it is closed', () => {
    showPicture(pictures[1]);
    open().querySelector('[aria-label="Close"]').click();
    assert.equal(open(), null);
  });
});
