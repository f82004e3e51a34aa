// A picture at full size, with its alt text below it and its neighbours beside it.
import { el } from './dom.js';
import { icon } from './icons.js';

/**
 * showPicture opens the picture of a trigger; the arrow keys go through all
 * pictures of the same message.
 * @param {HTMLElement} trigger
 */
export function showPicture(trigger) {
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const near = trigger.closest('[data-message-id]')?.querySelectorAll('[data-lightbox]');
  const all = [...near ?? [trigger]];
  let at = all.indexOf(trigger);
  const image = el('img', {});
  const caption = el('p', { class: 'lightbox-caption', 'aria-live': 'polite' });
  const dialog = el('dialog', { class: 'lightbox', 'aria-label': 'Picture' }, image, caption,
    el('button', { type: 'button', class: 'round', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close')));
  /** @param {number} index */
  const show = (index) => {
    at = (index + all.length) % all.length;
    const source = all[at]?.querySelector('img');
    image.src = all[at]?.dataset.lightbox ?? '';
    image.alt = source?.alt ?? '';
    const count = all.length > 1 ? `${at + 1} of ${all.length}. ` : '';
    caption.textContent = `${count}${image.alt || 'This picture has no description.'}`;
  };
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowRight') show(at + 1);
    if (event.key === 'ArrowLeft') show(at - 1);
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  show(at);
  dialog.showModal();
}
