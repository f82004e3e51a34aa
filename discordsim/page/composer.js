// The message box: plain messages, the list after a slash, and mentions.
import { beginning, exact, matching } from './commands.js';
import { CommandForm } from './commandform.js';
import { el, hit } from './dom.js';
import { icon } from './icons.js';
import { Invocation } from './invocation.js';
import { reason } from './rest.js';
import { Suggestions } from './suggestions.js';
/** @import { Channel } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { Leaf } from './commands.js' */
/** @import { World } from './world.js' */

const LONGEST = 2000;
const LISTED = 60;

/**
 * Acts are the deeds of the page that a composer needs: leaves are the commands offered in the open channel.
 * @typedef {{leaves: () => Leaf[], send: (text: string) => Promise<unknown>, complain: (text: string) => void}} Acts
 */

// A Composer owns the form at the foot of the page.
export class Composer {
  /**
   * @param {HTMLElement} root
   * @param {World} world
   * @param {Pick<Interactions, 'complete' | 'command'>} interactions
   * @param {Acts} acts
   */
  constructor(root, world, interactions, acts) {
    /** @type {CommandForm | undefined} */
    this.form = undefined; // of the command being filled in
    this.world = world;
    this.interactions = interactions;
    this.acts = acts;
    this.suggestions = new Suggestions();
    this.input = el('textarea', {
      id: 'composer', rows: 1, maxlength: LONGEST, enterkeyhint: 'send', spellcheck: 'false', 'aria-autocomplete': 'list', 'aria-controls': 'suggestions',
    });
    this.fault = el('p', { class: 'fault', role: 'alert' });
    const send = el('button', { type: 'submit', class: 'send', 'aria-label': 'Send', title: 'Send' }, icon('send'));
    root.append(this.suggestions.node, this.fault, el('div', { class: 'composer-box' }, this.input, send));
    root.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) this.suggestions.hide();
    });
    this.input.addEventListener('input', () => this.typed());
    this.input.addEventListener('focus', () => this.typed());
  }

  /**
   * here sets the channel that is written to.
   * @param {Channel} channel
   */
  here(channel) {
    this.channel = channel;
    this.toText('');
    const place = channel.type === 1 ? `@${channel.name}` : `#${channel.name}`;
    this.invitation = `Message ${place} · type / for commands`;
    this.input.placeholder = this.invitation;
    this.input.setAttribute('aria-label', `Message ${place}. Type a slash to see the commands.`);
  }

  /**
   * begin starts a command by name, as a click on it does.
   * @param {string} name
   */
  begin(name) {
    const leaf = this.acts.leaves().find((l) => l.name === name);
    if (leaf) this.start(leaf, '');
  }

  /**
   * @param {Leaf} leaf
   * @param {string} rest what follows the command's name
   */
  start(leaf, rest) {
    if (!this.channel) return undefined;
    const { input, suggestions, fault, world, interactions } = this;
    this.end();
    input.placeholder = '';
    this.form = new CommandForm(new Invocation(leaf, world), this.channel.id, { input, suggestions, fault, world, interactions, leave: (text) => this.toText(text) });
    input.before(this.form.node);
    this.form.open(rest);
    this.fit();
    return this.form;
  }

  // end takes the form of a command away.
  end() {
    this.form?.close();
    this.form = undefined;
    this.fault.textContent = '';
  }

  /** @param {string} text */
  toText(text) {
    this.end();
    this.input.value = text;
    this.input.placeholder = this.invitation ?? '';
    this.suggestions.hide();
    this.fit();
  }

  fit() {
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, 180)}px`;
  }

  // offered lists the commands that came after somebody had begun to type one.
  offered() {
    if (!this.form && this.suggestions.shown && this.input.value.startsWith('/')) this.typed();
  }

  typed() {
    if (this.form) {
      this.form.typedAfter();
      return;
    }
    this.fit();
    const text = this.input.value;
    if (text.startsWith('/') && !text.includes('\n')) this.slash(text.slice(1));
    else this.mention(text.slice(0, this.input.selectionStart));
  }

  /** @param {string} typed */
  slash(typed) {
    const leaves = this.acts.leaves();
    const found = beginning(leaves, typed);
    if (found) {
      this.start(found.leaf, found.rest);
      return;
    }
    const items = matching(leaves, typed).slice(0, LISTED).map((leaf) => ({
      label: `/${leaf.shown}`, detail: leaf.description, aside: this.world.name(leaf.root.application_id),
      pick: () => this.start(leaf, ''),
    }));
    const title = items.length ? 'Commands' : leaves.length ? 'No command matches' : 'No bot has registered commands here yet';
    this.suggestions.show(this.input, title, items);
  }

  /** @param {string} before the text before the cursor */
  mention(before) {
    const begun = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u.exec(before)?.[1];
    const users = begun === undefined ? [] : [...this.world.people(), ...this.world.bots()];
    const called = (begun ?? '').toLowerCase();
    const items = users.filter((u) => this.world.nameOf(u).toLowerCase().startsWith(called)).map((user) => ({
      label: this.world.nameOf(user), user,
      pick: () => {
        this.input.setRangeText(`${this.world.nameOf(user)} `, before.length - (begun ?? '').length, before.length, 'end');
        this.suggestions.hide();
      },
    }));
    if (items.length) this.suggestions.show(this.input, 'People', items);
    else this.suggestions.hide();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || (event.key !== 'Escape' && hit(event, 'button'))) return; // a button keeps its own keys
    const list = this.suggestions;
    if (list.shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      list.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && list.shown) {
      event.preventDefault();
      list.hide();
    } else if (this.form) this.form.key(event);
    else this.textKey(event);
  }

  /** @param {KeyboardEvent} event */
  textKey(event) {
    const { current } = this.suggestions;
    if (event.key === 'Tab' && !event.shiftKey && current) {
      event.preventDefault();
      current.pick();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (current && !this.runAtOnce()) current.pick();
      else if (!current) this.submit();
    }
  }

  // runAtOnce runs a command that was typed in full and has nothing to fill in.
  runAtOnce() {
    const leaf = this.input.value.startsWith('/') && exact(this.acts.leaves(), this.input.value.slice(1));
    if (!leaf || leaf.options.length) return false;
    this.start(leaf, '')?.submit();
    return true;
  }

  async submit() {
    if (this.form) {
      this.form.submit();
      return;
    }
    const text = this.input.value.trim();
    if (!text || this.runAtOnce()) return;
    this.toText('');
    try {
      await this.acts.send(this.marked(text));
    } catch (refused) {
      if (!this.input.value) this.input.value = text;
      this.acts.complain(reason(refused));
    }
  }

  /**
   * marked writes @Ada and #general the way Discord wants them.
   * @param {string} text
   */
  marked(text) {
    const known = [
      ...[...this.world.members.values()].map(({ user }) => ({ name: `@${this.world.nameOf(user)}`, tag: `<@${user.id}>` })),
      ...[...this.world.channels.values()].filter((c) => c.name).map((c) => ({ name: `#${c.name}`, tag: `<#${c.id}>` })),
    ].sort((a, b) => b.name.length - a.name.length);
    return text.replace(/(^|\s)([@#][^\n]*?)(?=$|\n|\s[@#])/g, (whole, /** @type {string} */ space, /** @type {string} */ tail) => {
      const found = known.find(({ name }) => tail.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(tail.slice(name.length)));
      return found ? space + found.tag + tail.slice(found.name.length) : whole;
    });
  }
}
