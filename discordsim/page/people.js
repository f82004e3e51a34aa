// The people panel: who is here, whom to be, in which language, and adding someone.
import { avatar, icon } from './icons.js';
import { el, keepFocus, morph } from './dom.js';

const LOCALES = [
  ['en-US', 'English'], ['nl', 'Nederlands'], ['pt-BR', 'Português do Brasil'], ['de', 'Deutsch'],
  ['es-ES', 'Español'], ['es-419', 'Español (Latinoamérica)'], ['fr', 'Français'],
];

function localeOptions(chosen) {
  const known = LOCALES.some(([code]) => code === chosen) ? LOCALES : [...LOCALES, [chosen, chosen]];
  return known.map(([code, name]) => el('option', { value: code, selected: code === chosen }, name));
}

// A People fills the side panel. acts: become(name), speak(locale), addPerson(name, locale).
export class People {
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
      const person = event.target.closest('[data-person]')?.dataset.person;
      if (person) acts.become(person);
    });
    root.append(el('div', { class: 'panel-body' }, el('div', { class: 'field' }, el('label', { for: 'my-locale' }, 'Your language'), this.language),
      el('h3', {}, 'People'), this.members, add));
  }

  draw() {
    const { world } = this;
    if (!world.me) return;
    this.language.replaceChildren(...localeOptions(world.me.locale ?? 'en-US'));
    const fresh = el('ul', { class: 'members', tabindex: -1, 'aria-label': 'People' },
      world.people().map((user) => this.person(user)), world.bots().map((bot) => this.bot(bot)));
    keepFocus(this.members, () => morph(this.members, fresh));
  }

  person(user) {
    const { world } = this;
    const mine = user.id === world.me.id;
    const name = world.name(user.id);
    return el('li', { 'data-key': user.id },
      el('button', {
        type: 'button', class: 'member', 'data-person': name, 'data-person-id': user.id, 'data-path': user.id, 'aria-current': mine ? 'true' : null,
      }, avatar(user), mine ? null : el('span', { class: 'unseen' }, 'Be '),
      el('span', { class: 'member-name' }, name, world.guild?.owner_id === user.id ? el('small', {}, 'owner') : null),
      mine ? el('span', { class: 'tag' }, 'YOU') : null),
      mine ? null : this.newTab(name));
  }

  newTab(name) {
    const label = `Open a tab as ${name}`;
    return el('a', { class: 'tool', href: `/?as=${encodeURIComponent(name)}${location.hash}`, target: '_blank', 'aria-label': label, title: label }, icon('out'));
  }

  bot(bot) {
    return el('li', { 'data-key': bot.id }, el('div', { class: 'member' }, avatar(bot), el('span', { class: 'member-name' }, this.world.name(bot.id)), el('span', { class: 'tag' }, 'APP')));
  }
}
