// The list above the message box: commands, options, choices, people.
import { el, hit } from './dom.js';
import { avatar } from './icons.js';
/** @import { User, Value } from './discord.d.ts' */
/** @import { Child } from './dom.js' */

/** @typedef {{label: string, detail?: string, aside?: string, user?: User, value?: Value, pick: () => void}} Item */

// A Suggestions shows items for one input, which keeps the focus, points at the
// active item and is described by the title.
export class Suggestions {
  constructor() {
    this.title = el('p', { id: 'suggestions-title', class: 'suggestions-title' });
    this.list = el('div', { id: 'suggestions', class: 'suggestions-list', role: 'listbox', tabindex: 0, 'aria-label': 'Suggestions' }); // what scrolls can be reached by keyboard
    this.node = el('div', { class: 'suggestions', hidden: true }, this.title, this.list);
    /** @type {HTMLElement | undefined} */
    this.input = undefined;
    /** @type {Item[]} */
    this.items = [];
    this.active = -1;
    this.node.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const option = hit(event, '[role="option"]');
      if (option) this.items[[...this.list.children].indexOf(option)]?.pick();
    });
  }

  get shown() { return !this.node.hidden; }

  /**
   * show lists items for an input; first tells whether the first is active at once.
   * @param {HTMLElement} input
   * @param {Child} title
   * @param {Item[]} items
   */
  show(input, title, items, first = true) {
    if (this.input && this.input !== input) this.hide();
    this.input = input;
    this.items = items;
    this.title.replaceChildren(...el('p', {}, title).childNodes);
    this.list.replaceChildren(...items.map((item, i) => el('div', { role: 'option', class: 'suggestion', id: `suggestion-${i}`, 'aria-selected': 'false' },
      item.user ? avatar(item.user) : null,
      el('span', { class: 'suggestion-label' }, item.label),
      item.detail ? el('span', { class: 'suggestion-detail' }, item.detail) : null,
      item.aside ? el('span', { class: 'suggestion-aside' }, item.aside) : null)));
    this.list.hidden = !items.length;
    this.node.hidden = false;
    input.setAttribute('aria-describedby', this.title.id);
    this.expanded(items.length > 0);
    this.activate(first && items.length ? 0 : -1);
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.active = -1;
    this.expanded(false);
    this.input?.removeAttribute('aria-activedescendant');
    this.input?.removeAttribute('aria-describedby');
  }

  /**
   * expanded is told only by a combobox; the message box itself is a plain text field.
   * @param {boolean} yes
   */
  expanded(yes) {
    if (this.input?.getAttribute('role') === 'combobox') this.input.setAttribute('aria-expanded', String(yes));
  }

  // rest takes the mark off the active item while a newer answer is on its way,
  // so that Enter sends what was typed and not what an older answer offers.
  rest() { this.activate(-1); }

  /** @param {number} index */
  activate(index) {
    this.list.children[this.active]?.setAttribute('aria-selected', 'false');
    this.active = index;
    const node = this.list.children[index];
    if (!node) {
      this.input?.removeAttribute('aria-activedescendant');
      return;
    }
    node.setAttribute('aria-selected', 'true');
    node.scrollIntoView({ block: 'nearest' });
    this.input?.setAttribute('aria-activedescendant', node.id);
  }

  /** @param {number} step */
  move(step) {
    if (!this.items.length) return;
    const count = this.items.length;
    this.activate(this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count);
  }

  // current is the active item, or undefined.
  get current() { return this.shown ? this.items[this.active] : undefined; }
}
