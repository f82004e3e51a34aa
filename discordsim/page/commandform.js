// A slash command being filled in: the command's name, a pill for each option in
// use, and the message box after them, where further options are named.
import { el, hit } from './dom.js';
import { icon } from './icons.js';
import { localised, OPTION, split } from './commands.js';
/** @import { ID, Option } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { Candidate, Invocation } from './invocation.js' */
/** @import { Item, Suggestions } from './suggestions.js' */
/** @import { World } from './world.js' */

const PAUSE = 200; // milliseconds of quiet before the bot is asked for choices

/**
 * Around are the parts of the composer that a form works with: the message box,
 * the list above it, the line for faults, and leave(text), which gives the
 * message box back to plain text.
 * @typedef {object} Around
 * @property {HTMLTextAreaElement} input
 * @property {Suggestions} suggestions
 * @property {HTMLElement} fault
 * @property {World} world
 * @property {Pick<Interactions, 'complete' | 'command'>} interactions
 * @property {(text: string) => void} leave
 */

// A CommandForm fills in one Invocation. Its node goes before the message box;
// open begins it, close ends it.
export class CommandForm {
  /**
   * @param {Invocation} invocation
   * @param {ID} channel
   * @param {Around} around
   */
  constructor(invocation, channel, { input, suggestions, fault, world, interactions, leave }) {
    this.invocation = invocation;
    this.channel = channel;
    this.input = input;
    this.suggestions = suggestions;
    this.fault = fault;
    this.interactions = interactions;
    this.leave = leave;
    this.locale = world.locale;
    /** @type {Map<Option, HTMLInputElement>} */
    this.pills = new Map();
    this.turn = 0; // counts what was typed; an answer of the bot to an earlier turn comes too late
    const { leaf } = invocation;
    this.node = el('div', { class: 'pills', role: 'group', 'aria-label': `/${leaf.shown}: ${leaf.description}` }, el('span', { class: 'chip' }, `/${leaf.shown}`));
    this.node.addEventListener('input', (event) => this.typed(event));
    this.node.addEventListener('focusin', (event) => {
      const option = this.optionOf(event.target);
      if (option) this.suggest(option);
    });
    this.node.addEventListener('click', (event) => {
      const name = hit(event, '[data-remove]')?.dataset.remove;
      const option = invocation.open().find((o) => o.name === name);
      if (option) this.remove(option);
    });
  }

  /**
   * open shows the fields that must be filled in and puts the focus in the first.
   * @param {string} rest the text that already follows the command's name
   */
  open(rest) {
    this.input.value = '';
    for (const option of this.invocation.open()) this.pill(option);
    this.read(rest);
    this.next();
  }

  close() {
    this.turn++;
    this.node.remove();
  }

  /**
   * read takes "name:value name:value" apart, and tells whether there were any.
   * Words before the first name belong to the first option that must be given.
   * @param {string} text
   */
  read(text) {
    const { lead, values } = split(this.invocation.leaf, text, this.locale);
    const first = this.invocation.open().find((o) => o.required && !this.invocation.text(o));
    if (lead.trim() && first) this.write(first, lead.trim());
    for (const { option, text: value } of values) this.write(option, value);
    this.input.value = lead.trim() && !first ? lead.trim() : '';
    return values.length > 0;
  }

  /**
   * @param {Option} option
   * @param {string} text
   */
  write(option, text) {
    this.invocation.set(option, text);
    const input = this.pill(option);
    input.value = text;
    fit(input);
  }

  /**
   * pill gives the field of an option, a new one if it has none yet.
   * @param {Option} option
   */
  pill(option) {
    const present = this.pills.get(option);
    if (present) return present;
    const shown = localised(option, 'name', this.locale);
    const input = el('input', {
      id: `option-${option.name}`, type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'next',
      'aria-autocomplete': 'list', 'aria-controls': 'suggestions', 'aria-expanded': 'false', 'aria-required': String(Boolean(option.required)),
      inputmode: option.type === OPTION.integer ? 'numeric' : null, 'data-option': option.name, size: 6,
    });
    this.pills.set(option, input);
    this.node.append(el('span', { class: 'pill', 'data-pill': option.name }, el('label', { for: input.id }, shown), input,
      option.required ? null : el('button', { type: 'button', class: 'pill-remove', 'data-remove': option.name, 'aria-label': `Remove ${shown}` }, icon('close'))));
    return input;
  }

  /** @param {EventTarget | null} field */
  optionOf(field) { return [...this.pills].find(([, input]) => input === field)?.[0]; }

  // next puts the focus where the next thing is to be typed.
  next() {
    const empty = this.invocation.open().find((o) => !this.invocation.text(o));
    const target = empty ? this.pill(empty) : this.input;
    if (document.activeElement === target) {
      if (empty) this.suggest(empty);
      else this.typedAfter();
    } else target.focus();
  }

  /** @param {Option} option */
  remove(option) {
    this.invocation.drop(option);
    this.pill(option).closest('.pill')?.remove();
    this.pills.delete(option);
    this.input.focus();
  }

  /** @param {Option} option */
  add(option) {
    this.invocation.set(option, '');
    this.input.value = '';
    this.pill(option).focus();
  }

  // typedAfter answers what is typed behind the pills: the name of one more option.
  typedAfter() {
    this.turn++;
    if (this.input.value.includes(':') && this.read(this.input.value)) {
      [...this.pills.values()].at(-1)?.focus();
      return;
    }
    const typed = this.input.value.trim().toLowerCase();
    const { locale } = this;
    const items = this.invocation.rest()
      .filter((o) => o.name.includes(typed) || localised(o, 'name', locale).toLowerCase().includes(typed))
      .map((option) => ({ label: localised(option, 'name', locale), detail: localised(option, 'description', locale), aside: 'optional', pick: () => this.add(option) }));
    const name = `/${this.invocation.leaf.shown}`;
    const title = typed && !items.length ? 'No such option' : items.length ? `${name} · send it (Enter), or add an option` : `${name} · send it (Enter)`;
    this.suggestions.show(this.input, title, items, typed !== '');
  }

  /** @param {Event} event */
  typed(event) {
    const option = this.optionOf(event.target);
    if (!option) return;
    const input = this.pill(option);
    const { lead, values } = split(this.invocation.leaf, input.value, this.locale);
    this.invocation.set(option, input.value);
    if (values.length) {
      this.invocation.set(option, lead.trim());
      input.value = lead.trim();
      for (const { option: other, text } of values) this.write(other, text);
    }
    fit(input);
    input.removeAttribute('aria-invalid');
    this.fault.textContent = '';
    const last = values.at(-1)?.option ?? option;
    if (last === option) this.suggest(option);
    else this.pill(last).focus();
  }

  /**
   * suggest lists values for an option, from its own choices or from the bot.
   * @param {Option} option
   */
  suggest(option) {
    const turn = ++this.turn;
    const input = this.pill(option);
    const { locale } = this;
    const title = [el('strong', {}, localised(option, 'name', locale)), ' ', localised(option, 'description', locale)];
    if (!option.autocomplete) {
      this.suggestions.show(input, title, this.items(option, this.invocation.candidates(option)), this.invocation.text(option) !== '' || Boolean(option.required));
      return;
    }
    if (this.suggestions.input === input && this.suggestions.shown) this.suggestions.rest();
    else this.suggestions.show(input, [...title, ' …'], []);
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (turn !== this.turn) return;
      const choices = await this.interactions.complete(this.invocation.leaf.root, this.invocation.data(option), this.channel);
      if (turn !== this.turn) return;
      if (!choices) this.suggestions.show(input, 'Loading options failed. You can still type a value.', []);
      else this.suggestions.show(input, title, this.items(option, choices.map((c) => ({ label: localised(c, 'name', locale), value: c.value }))));
    }, PAUSE);
  }

  /**
   * @param {Option} option
   * @param {Candidate[]} candidates
   * @returns {Item[]}
   */
  items(option, candidates) {
    return candidates.map((candidate) => ({ ...candidate, pick: () => this.take(option, candidate) }));
  }

  /**
   * @param {Option} option
   * @param {Candidate} candidate
   */
  take(option, candidate) {
    this.invocation.set(option, candidate.label, candidate.value);
    const input = this.pill(option);
    input.value = candidate.label;
    input.removeAttribute('aria-invalid');
    fit(input);
    this.next();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const option = this.optionOf(event.target);
    const { current } = this.suggestions;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (current && !(option && this.typedOut(option, current))) current.pick();
      else this.submit();
    } else if (event.key === 'Tab' && !event.shiftKey && current) {
      event.preventDefault();
      current.pick();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.leave('');
      this.input.focus();
    } else if (event.key === 'Backspace' && (option ? this.pill(option) : this.input).value === '') {
      event.preventDefault();
      this.back(option);
    }
  }

  /**
   * typedOut tells whether the person already typed the active value in full, so
   * that Enter need not be pressed twice.
   * @param {Option} option
   * @param {Item} item
   */
  typedOut(option, item) {
    const typed = this.pill(option).value.trim().toLowerCase();
    if (item.value === undefined || (typed !== item.label.toLowerCase() && typed !== String(item.value).toLowerCase())) return false;
    this.invocation.set(option, item.label, item.value);
    return !this.invocation.check();
  }

  /**
   * back answers Backspace in an empty field: it takes an optional pill away,
   * else goes one field back, and from the first one back to the plain text.
   * @param {Option | undefined} option undefined in the message box
   */
  back(option) {
    const order = [...this.pills.values()];
    const at = option ? order.indexOf(this.pill(option)) : order.length;
    const previous = order[at - 1];
    if (option && !option.required) {
      this.remove(option);
      previous?.focus();
    } else if (previous) previous.focus();
    else {
      this.leave(`/${this.invocation.leaf.shown}`);
      this.input.focus();
      this.input.dispatchEvent(new Event('input'));
    }
  }

  submit() {
    const wrong = this.invocation.check();
    if (wrong) {
      const input = this.pill(wrong.option);
      input.focus();
      input.setAttribute('aria-invalid', 'true');
      this.fault.textContent = `${localised(wrong.option, 'name', this.locale)}: ${wrong.fault}`;
      return;
    }
    if (this.input.value.trim()) {
      this.fault.textContent = `“${this.input.value.trim()}” is not an option of this command.`;
      return;
    }
    const { leaf } = this.invocation;
    this.interactions.command(leaf.root, this.invocation.data(), leaf.name, this.channel);
    this.leave('');
    this.input.focus();
    this.suggestions.hide();
  }
}

/**
 * fit makes a field as wide as its text.
 * @param {HTMLInputElement} input
 */
function fit(input) {
  input.size = Math.min(Math.max(6, [...input.value].length + 1), 40);
}
