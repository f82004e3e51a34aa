// Small dialogs: one asks for a line, one asks whether the person is sure.
import { el } from './dom.js';
/** @import { Child } from './dom.js' */

/**
 * ask shows a dialog and resolves to read() when its button is pressed, else to undefined.
 * @template Answer
 * @param {string} title
 * @param {string} verb
 * @param {'primary' | 'danger'} look
 * @param {Child} inside
 * @param {() => Answer} read
 * @returns {Promise<Answer | undefined>}
 */
function ask(title, verb, look, inside, read) {
  return new Promise((settle) => {
    const form = el('form', {}, el('div', { class: 'modal-body' }, inside),
      el('footer', {}, el('button', { type: 'button', class: 'button plain', onclick: () => dialog.close() }, 'Cancel'), el('button', { type: 'submit', class: `button ${look}` }, verb)));
    const dialog = el('dialog', { class: 'modal', 'aria-labelledby': 'ask-title' }, el('header', {}, el('h2', { id: 'ask-title' }, title)), form);
    /** @type {Answer | undefined} */
    let answer;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer = read();
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      settle(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * askLine resolves to what was typed, or to undefined when nothing was.
 * @param {string} title
 * @param {string} label
 * @param {number} longest in UTF-16 units
 */
export function askLine(title, label, longest) {
  const input = el('input', { id: 'ask-line', type: 'text', maxlength: longest, autocomplete: 'off', autofocus: true });
  const field = el('div', { class: 'field' }, el('label', { class: 'field-label', for: 'ask-line' }, label), input);
  return ask(title, 'Create', 'primary', field, () => input.value.trim() || undefined);
}

/**
 * askSure resolves to true if the person confirms.
 * @param {string} title
 * @param {string} text
 * @param {string} verb
 */
export function askSure(title, text, verb) {
  return ask(title, verb, 'danger', el('p', {}, text), () => true);
}
