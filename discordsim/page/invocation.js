// A command being filled in: which options have which values, and are they all right.
import { OPTION, localised } from './commands.js';
/** @import { CommandData, Option, OptionData, User, Value } from './discord.d.ts' */
/** @import { Leaf } from './commands.js' */
/** @import { World } from './world.js' */

/** @typedef {{value: Value, label: string, user?: User}} Candidate a value that can be chosen */
/** @typedef {{value?: Value, fault?: undefined} | {value?: undefined, fault: string}} Resolved */

// An Invocation is one command with the values of the options in use.
export class Invocation {
  /**
   * @param {Leaf} leaf
   * @param {World} world
   */
  constructor(leaf, world) {
    this.leaf = leaf;
    this.world = world;
    /**
     * What each option in use holds; value is what a list gave, undefined while the text was only typed.
     * @type {Map<Option, {text: string, value?: Value}>}
     */
    this.values = new Map();
    for (const option of leaf.options) {
      if (option.required) this.values.set(option, { text: '' });
    }
  }

  // open lists the options in use in the order they were taken, rest the others.
  open() { return [...this.values.keys()]; }
  rest() { return this.leaf.options.filter((o) => !this.values.has(o)); }

  /**
   * @param {Option} option
   * @param {string} text
   * @param {Value} [value]
   */
  set(option, text, value) { this.values.set(option, { text, value }); }

  /** @param {Option} option */
  drop(option) { this.values.delete(option); }

  /** @param {Option} option */
  text(option) { return this.values.get(option)?.text ?? ''; }

  /**
   * candidates are the values that can be listed without asking the bot, best first.
   * @param {Option} option
   */
  candidates(option) {
    const typed = this.text(option).trim().toLowerCase();
    return this.all(option).filter((c) => c.label.toLowerCase().includes(typed) || String(c.value).toLowerCase() === typed)
      .sort((a, b) => Number(b.label.toLowerCase().startsWith(typed)) - Number(a.label.toLowerCase().startsWith(typed)))
      .slice(0, 25);
  }

  /**
   * @param {Option} option
   * @returns {Candidate[]}
   */
  all(option) {
    const { world } = this;
    const users = () => [...world.people(), ...world.bots()].map((u) => ({ value: u.id, label: `@${world.nameOf(u)}`, user: u }));
    const roles = () => [...world.roles.values()].map((r) => ({ value: r.id, label: `@${r.name.replace(/^@/, '')}` }));
    switch (option.type) {
      case OPTION.boolean: return [{ value: true, label: 'True' }, { value: false, label: 'False' }];
      case OPTION.user: return users();
      case OPTION.role: return roles();
      case OPTION.mentionable: return [...users(), ...roles()];
      case OPTION.channel:
        return [...world.channels.values()].filter((c) => c.name && (!option.channel_types?.length || option.channel_types.includes(c.type)))
          .map((c) => ({ value: c.id, label: `#${c.name}` }));
      default: return (option.choices ?? []).map((c) => ({ value: c.value, label: localised(c, 'name', world.locale) }));
    }
  }

  /**
   * resolve turns what an option holds into the value to send, or says what is wrong with it.
   * @param {Option} option
   * @returns {Resolved}
   */
  resolve(option) {
    const { text, value } = this.values.get(option) ?? { text: '' };
    if (value !== undefined) return { value };
    const typed = text.trim();
    if (!typed) return option.required ? { fault: 'This option is required.' } : {};
    switch (option.type) {
      case OPTION.string: return option.choices?.length ? this.listed(option, typed) : this.long(option, text);
      case OPTION.integer: case OPTION.number: return option.choices?.length ? this.listed(option, typed) : number(option, typed);
      case OPTION.boolean: case OPTION.user: case OPTION.channel: case OPTION.role: case OPTION.mentionable: return this.listed(option, typed);
      default: return { fault: 'This page cannot fill in an option of this kind.' };
    }
  }

  /**
   * @param {Option} option
   * @param {string} typed
   * @returns {Resolved}
   */
  listed(option, typed) {
    const wanted = typed.toLowerCase();
    const bare = wanted.replace(/^[@#]/, '');
    const found = this.all(option).find((c) => String(c.value).toLowerCase() === wanted || c.label.toLowerCase() === wanted
      || c.label.toLowerCase().replace(/^[@#]/, '') === bare);
    return found ? { value: found.value } : { fault: 'Choose one of the list.' };
  }

  /**
   * @param {Option} option
   * @param {string} text
   * @returns {Resolved}
   */
  long(option, text) {
    const length = [...text].length;
    if (option.min_length && length < option.min_length) return { fault: `At least ${option.min_length} characters.` };
    if (length > (option.max_length ?? 6000)) return { fault: `At most ${option.max_length ?? 6000} characters.` };
    return { value: text };
  }

  // check returns the first thing wrong, or undefined.
  check() {
    for (const option of this.open()) {
      const { fault } = this.resolve(option);
      if (fault) return { option, fault };
    }
    return undefined;
  }

  /**
   * data is the interaction's data. While completing, the focused option comes
   * along as typed, and other options only if they are filled in properly.
   * @param {Option} [focused]
   * @returns {CommandData}
   */
  data(focused) {
    /** @type {OptionData[]} */
    const options = [];
    for (const option of this.open()) {
      if (option === focused) {
        options.push({ type: option.type, name: option.name, value: this.text(option), focused: true });
        continue;
      }
      const { value } = this.resolve(option);
      if (value !== undefined) options.push({ type: option.type, name: option.name, value });
    }
    const { root, path } = this.leaf;
    const nested = path.reduceRight((inner, part) => [{ type: part.type, name: part.name, options: inner }], options);
    return { version: root.version, id: root.id, name: root.name, type: 1, options: nested, attachments: [] };
  }
}

/**
 * @param {Option} option
 * @param {string} typed
 * @returns {Resolved}
 */
function number(option, typed) {
  const value = Number(typed);
  if (!Number.isFinite(value)) return { fault: 'This must be a number.' };
  if (option.type === OPTION.integer && !Number.isSafeInteger(value)) return { fault: 'This must be a whole number.' };
  if (value < (option.min_value ?? -Infinity)) return { fault: `At least ${option.min_value}.` };
  if (value > (option.max_value ?? Infinity)) return { fault: `At most ${option.max_value}.` };
  return { value };
}
