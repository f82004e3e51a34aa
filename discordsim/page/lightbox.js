// A picture at full size, with its alt text below it and its neighbours beside it.
import { el } from './dom.js';
import { icon } from './icons.js';

/**
 * showPicture opens the picture of a trigger; arrow keys and buttons go through all
 * pictures of the same message. Escape closes it, and the focus is where it was.
 * @param {HTMLElement} trigger
 */
export function showPicture(trigger) {
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const near = trigger.closest('[data-message-id]')?.querySelectorAll('[data-lightbox]');
  const all = [...near ?? [trigger]];
  let at = all.indexOf(trigger);
  const image = el('img', {});
  const caption = el('p', { class: 'lightbox-caption', 'aria-live': 'polite', tabindex: 0 });
  const whole = el('a', { class: 'lightbox-whole', target: '_blank', rel: 'noopener noreferrer' }, 'Open in browser');
  /**
   * @param {string} look
   * @param {string} label
   * @param {'close' | 'left' | 'right'} sign
   * @param {() => void} onclick
   */
  const round = (look, label, sign, onclick) => el('button', { type: 'button', class: `round ${look}`, 'aria-label': label, autofocus: sign === 'close', onclick }, icon(sign));
  /** @type {HTMLDialogElement} */
  const dialog = el('dialog', { class: 'lightbox', 'aria-label': 'Picture' }, image, caption, whole,
    round('lightbox-close', 'Close', 'close', () => dialog.close()),
    all.length > 1 ? [round('lightbox-back', 'Previous picture', 'left', () => show(at - 1)), round('lightbox-on', 'Next picture', 'right', () => show(at + 1))] : null);
  /** @param {number} index */
  const show = (index) => {
    at = (index + all.length) % all.length;
    const source = all[at]?.querySelector('img');
    image.src = all[at]?.dataset.lightbox ?? '';
    whole.href = image.src;
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
  dialog.addEventListener('close', () => {
    dialog.remove();
    trigger.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  show(at);
  dialog.showModal();
}
