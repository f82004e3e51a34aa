// A slash command being filled in: the command's name, a pill for each option in
// use, and the message box after them, where further options are named.
import { el } from './dom.js';
import { icon } from './icons.js';
import { localised, OPTION, split } from './commands.js';

const PAUSE = 200; // milliseconds of quiet before the bot is asked for choices

// A CommandForm fills in one Invocation at a time. leave(text) gives the message
// box back to plain text.
export class CommandForm {
  constructor(input, suggestions, world, interactions, { leave }) {
    this.input = input;
    this.suggestions = suggestions;
    this.world = world;
    this.interactions = interactions;
    this.leave = leave;
    this.node = el('div', { class: 'pills', role: 'group', hidden: true });
    this.fault = el('p', { class: 'fault', role: 'alert' });
    this.pills = new Map(); // option name -> input
    this.turn = 0;
    this.node.addEventListener('input', (event) => this.typed(event.target));
    this.node.addEventListener('focusin', (event) => event.target.matches('input') && this.suggest(this.optionOf(event.target)));
    this.node.addEventListener('click', (event) => {
      const name = event.target.closest('[data-remove]')?.dataset.remove;
      if (name) this.remove(name);
    });
  }

  get active() { return Boolean(this.invocation); }

  // start opens a command; rest is the text that already follows its name.
  start(invocation, rest, channel) {
    this.invocation = invocation;
    this.channel = channel;
    this.pills.clear();
    const { leaf } = invocation;
    this.node.replaceChildren(el('span', { class: 'chip' }, `/${leaf.shown}`));
    this.node.setAttribute('aria-label', `/${leaf.shown}: ${leaf.description}`);
    this.node.hidden = false;
    this.input.value = '';
    this.fault.textContent = '';
    for (const option of invocation.open()) this.pill(option);
    this.read(rest);
    this.next();
  }

  stop() {
    this.invocation = undefined;
    this.turn++;
    this.node.hidden = true;
    this.node.replaceChildren();
    this.fault.textContent = '';
  }

  // read takes "name:value name:value" apart. Words before the first name belong
  // to the first option that must be given.
  read(text) {
    const { lead, values } = split(this.invocation.leaf, text, this.world.me.locale);
    const first = this.invocation.open().find((o) => o.required && !this.invocation.text(o));
    if (lead.trim() && first) this.write(first, lead.trim());
    for (const [option, value] of values) this.write(option, value);
    this.input.value = lead.trim() && !first ? lead.trim() : '';
    return values.length > 0;
  }

  write(option, text) {
    this.invocation.set(option, text);
    const input = this.pills.get(option.name) ?? this.pill(option);
    input.value = text;
    this.size(input);
  }

  pill(option) {
    const shown = localised(option, 'name', this.world.me.locale);
    const input = el('input', {
      id: `option-${option.name}`, type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'next',
      'aria-autocomplete': 'list', 'aria-controls': 'suggestions', 'aria-expanded': 'false', 'aria-required': String(Boolean(option.required)),
      inputmode: option.type === OPTION.integer ? 'numeric' : null, 'data-option': option.name, size: 6,
    });
    this.pills.set(option.name, input);
    this.node.append(el('span', { class: 'pill', 'data-pill': option.name }, el('label', { for: input.id }, shown), input,
      option.required ? null : el('button', { type: 'button', class: 'pill-remove', 'data-remove': option.name, 'aria-label': `Remove ${shown}` }, icon('close'))));
    return input;
  }

  optionOf(input) { return this.invocation.leaf.options.find((o) => o.name === input.dataset.option); }

  size(input) {
    input.size = Math.min(Math.max(6, [...input.value].length + 1), 40);
  }

  // next puts the focus where the next thing is to be typed.
  next() {
    const empty = this.invocation.open().find((o) => !this.invocation.text(o));
    const target = empty ? this.pills.get(empty.name) : this.input;
    if (document.activeElement === target) {
      if (empty) this.suggest(empty);
      else this.typedAfter();
    } else target.focus();
  }

  remove(name) {
    this.invocation.values.delete(name);
    this.pills.delete(name);
    this.node.querySelector(`[data-pill="${CSS.escape(name)}"]`).remove();
    this.input.focus();
  }

  add(option) {
    this.invocation.set(option, '');
    this.input.value = '';
    this.pill(option).focus();
  }

  // typedAfter answers what is typed behind the pills: the name of one more option.
  typedAfter() {
    this.turn++;
    if (this.input.value.includes(':') && this.read(this.input.value)) {
      const last = [...this.pills.values()].pop();
      last.focus();
      return;
    }
    const typed = this.input.value.trim().toLowerCase();
    const { locale } = this.world.me;
    const items = this.invocation.rest()
      .filter((o) => o.name.includes(typed) || localised(o, 'name', locale).toLowerCase().includes(typed))
      .map((option) => ({ label: localised(option, 'name', locale), detail: localised(option, 'description', locale), aside: 'optional', pick: () => this.add(option) }));
    const name = `/${this.invocation.leaf.shown}`;
    const title = typed && !items.length ? 'No such option' : items.length ? `${name} · Enter sends it · or add an option` : `${name} · Enter sends it`;
    this.suggestions.show(this.input, title, items, typed !== '');
  }

  typed(input) {
    const option = this.optionOf(input);
    const { leaf } = this.invocation;
    const { lead, values } = split(leaf, input.value, this.world.me.locale);
    this.invocation.set(option, input.value);
    if (values.length) {
      this.invocation.set(option, lead.trim());
      input.value = lead.trim();
      for (const [other, text] of values) this.write(other, text);
    }
    this.size(input);
    input.removeAttribute('aria-invalid');
    this.fault.textContent = '';
    const last = values.length ? this.pills.get(values.at(-1)[0].name) : input;
    if (last === input) this.suggest(option);
    else last.focus();
  }

  // suggest lists values for an option, from its own choices or from the bot.
  suggest(option) {
    const turn = ++this.turn;
    const input = this.pills.get(option.name);
    const { locale } = this.world.me;
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

  items(option, candidates) {
    return candidates.map((candidate) => ({ ...candidate, pick: () => this.take(option, candidate) }));
  }

  take(option, candidate) {
    this.invocation.set(option, candidate.label, candidate.value);
    const input = this.pills.get(option.name);
    input.value = candidate.label;
    input.removeAttribute('aria-invalid');
    this.size(input);
    this.next();
  }

  key(event) {
    const inPill = event.target.matches('[data-option]');
    const { current } = this.suggestions;
    if (event.key === 'Enter' && !event.shiftKey && !event.target.matches('button')) {
      event.preventDefault();
      if (current && !(inPill && this.typedOut(event.target, current))) current.pick();
      else this.submit();
    } else if (event.key === 'Tab' && !event.shiftKey && current) {
      event.preventDefault();
      current.pick();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.leave('');
      this.input.focus();
    } else if (event.key === 'Backspace' && event.target.value === '') {
      event.preventDefault();
      this.back(inPill ? event.target : undefined);
    }
  }

  // typedOut tells whether the person already typed the active value in full, so
  // that Enter need not be pressed twice.
  typedOut(input, item) {
    const typed = input.value.trim().toLowerCase();
    if (typed !== item.label.toLowerCase() && typed !== String(item.value).toLowerCase()) return false;
    this.invocation.set(this.optionOf(input), item.label, item.value);
    return !this.invocation.check();
  }

  // back answers Backspace in an empty field: it takes an optional pill away,
  // else goes one field back, and from the first one back to the plain text.
  back(input) {
    const order = [...this.pills.values()];
    const at = input ? order.indexOf(input) : order.length;
    const previous = order[at - 1];
    if (input && !this.optionOf(input).required) {
      this.remove(input.dataset.option);
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
      const input = this.pills.get(wrong.option.name);
      input.focus();
      input.setAttribute('aria-invalid', 'true');
      this.fault.textContent = `${localised(wrong.option, 'name', this.world.me.locale)}: ${wrong.fault}`;
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
