// The people panel: who is here, whom to be, in which language, and adding someone.
import { avatar, icon } from './icons.js';
import { el, hit, keepFocus, morph } from './dom.js';
/** @import { User } from './discord.d.ts' */
/** @import { World } from './world.js' */

/** @type {[string, string][]} */
const LOCALES = [
  ['en-US', 'English'], ['nl', 'Nederlands'], ['pt-BR', 'Português do Brasil'], ['de', 'Deutsch'],
  ['es-ES', 'Español'], ['es-419', 'Español (Latinoamérica)'], ['fr', 'Français'],
];

/** @param {string} chosen */
function localeOptions(chosen) {
  /** @type {[string, string][]} */
  const known = LOCALES.some(([code]) => code === chosen) ? LOCALES : [...LOCALES, [chosen, chosen]];
  return known.map(([code, name]) => el('option', { value: code, selected: code === chosen }, name));
}

/**
 * Acts are the deeds of the page that the panel needs. addPerson tells whether somebody was added.
 * @typedef {{become: (name: string) => void, speak: (locale: string) => void, addPerson: (name: string, locale: string) => Promise<boolean>}} Acts
 */

// A People fills the side panel.
export class People {
  /**
   * @param {HTMLElement} root
   * @param {World} world
   * @param {Acts} acts
   */
  constructor(root, world, acts) {
    this.world = world;
    this.members = el('ul', { class: 'members', tabindex: -1, 'aria-label': 'People' });
    this.language = el('select', { id: 'my-locale', onchange: () => acts.speak(this.language.value) });
    const name = el('input', { id: 'new-person', type: 'text', required: true, maxlength: 32, placeholder: 'Name', 'aria-label': 'Name', autocomplete: 'off' });
    const locale = el('select', { 'aria-label': 'Language' }, localeOptions('en-US'));
    const add = el('form', { class: 'add-person' }, el('h3', {}, 'Add a person'), name, locale, el('button', { type: 'submit', class: 'button secondary' }, 'Add'));
    add.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (await acts.addPerson(name.value.trim(), locale.value)) name.value = '';
    });
    this.members.addEventListener('click', (event) => {
      const person = hit(event, '[data-person]')?.dataset.person;
      if (person) acts.become(person);
    });
    root.append(el('div', { class: 'panel-body' }, el('div', { class: 'field' }, el('label', { for: 'my-locale' }, 'Your language'), this.language),
      el('h3', {}, 'People'), this.members, add));
  }

  draw() {
    const { world } = this;
    this.language.replaceChildren(...localeOptions(world.locale));
    const fresh = el('ul', { class: 'members', tabindex: -1, 'aria-label': 'People' },
      world.people().map((user) => this.person(user)), world.bots().map((bot) => this.bot(bot)));
    keepFocus(this.members, () => morph(this.members, fresh));
  }

  /** @param {User} user */
  person(user) {
    const { world } = this;
    const mine = user.id === world.me.id;
    const name = world.nameOf(user);
    return el('li', { 'data-key': user.id },
      el('button', {
        type: 'button', class: 'member', 'data-person': name, 'data-person-id': user.id, 'data-path': user.id, 'aria-current': mine ? 'true' : null,
      }, avatar(user), mine ? null : el('span', { class: 'unseen' }, 'Be '),
      el('span', { class: 'member-name' }, name, world.guild?.owner_id === user.id ? el('small', {}, 'owner') : null),
      mine ? el('span', { class: 'tag' }, 'YOU') : null),
      mine ? null : this.newTab(name));
  }

  /** @param {string} name */
  newTab(name) {
    const label = `Open a tab as ${name}`;
    return el('a', { class: 'tool', href: `/?as=${encodeURIComponent(name)}${location.hash}`, target: '_blank', 'aria-label': label, title: label }, icon('out'));
  }

  /** @param {User} bot */
  bot(bot) {
    return el('li', { 'data-key': bot.id }, el('div', { class: 'member' }, avatar(bot), el('span', { class: 'member-name' }, this.world.name(bot.id)), el('span', { class: 'tag' }, 'APP')));
  }
}
