// The message box: plain messages, the list after a slash, and mentions.
import { beginning, exact, matching } from './commands.js';
import { CommandForm } from './commandform.js';
import { el } from './dom.js';
import { icon } from './icons.js';
import { Invocation } from './invocation.js';
import { Suggestions } from './suggestions.js';

const LONGEST = 2000;
const LISTED = 60;

// A Composer owns the form at the foot of the page. acts gives leaves(), the
// commands offered in the open channel, send(text) and complain(text).
export class Composer {
  constructor(root, world, interactions, acts) {
    this.world = world;
    this.interactions = interactions;
    this.acts = acts;
    this.suggestions = new Suggestions();
    this.input = el('textarea', {
      id: 'composer', rows: 1, maxlength: LONGEST, enterkeyhint: 'send', spellcheck: 'false', 'aria-autocomplete': 'list', 'aria-controls': 'suggestions',
    });
    this.commandForm = new CommandForm(this.input, this.suggestions, world, interactions, { leave: (text) => this.toText(text) });
    const send = el('button', { type: 'submit', class: 'send', 'aria-label': 'Send', title: 'Send' }, icon('send'));
    root.append(this.suggestions.node, this.commandForm.fault, el('div', { class: 'composer-box' }, this.commandForm.node, this.input, send));
    root.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focusout', (event) => root.contains(event.relatedTarget) || this.suggestions.hide());
    this.input.addEventListener('input', () => this.typed());
    this.input.addEventListener('focus', () => this.typed());
  }

  // here sets the channel that is written to.
  here(channel) {
    this.channel = channel;
    this.toText('');
    const place = channel.type === 1 ? `@${channel.name}` : `#${channel.name}`;
    this.invitation = `Message ${place} · type / for commands`;
    this.input.placeholder = this.invitation;
    this.input.setAttribute('aria-label', `Message ${place}. Type a slash to see the commands.`);
  }

  // begin starts a command by name, as a click on it does.
  begin(name) {
    const leaf = this.acts.leaves().find((l) => l.name === name);
    if (leaf) this.start(leaf, '');
  }

  start(leaf, rest) {
    this.input.placeholder = '';
    this.commandForm.start(new Invocation(leaf, this.world), rest, this.channel.id);
    this.fit();
  }

  toText(text) {
    this.commandForm.stop();
    this.input.value = text;
    this.input.placeholder = this.invitation ?? '';
    this.suggestions.hide();
    this.fit();
  }

  fit() {
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, 180)}px`;
  }

  typed() {
    if (this.commandForm.active) {
      this.commandForm.typedAfter();
      return;
    }
    this.fit();
    const text = this.input.value;
    if (text.startsWith('/') && !text.includes('\n')) this.slash(text.slice(1));
    else this.mention(text.slice(0, this.input.selectionStart));
  }

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

  mention(before) {
    const found = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u.exec(before);
    const users = found ? [...this.world.people(), ...this.world.bots()] : [];
    const items = users.filter((u) => this.world.name(u.id).toLowerCase().startsWith(found[1].toLowerCase())).map((user) => ({
      label: this.world.name(user.id), user,
      pick: () => {
        const start = before.length - found[1].length;
        const name = `${this.world.name(user.id)} `;
        this.input.setRangeText(name, start, before.length, 'end');
        this.suggestions.hide();
      },
    }));
    if (items.length) this.suggestions.show(this.input, 'People', items);
    else this.suggestions.hide();
  }

  key(event) {
    if (event.isComposing) return;
    const list = this.suggestions;
    if (list.shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      list.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && list.shown) {
      event.preventDefault();
      list.hide();
    } else if (this.commandForm.active) this.commandForm.key(event);
    else this.textKey(event);
  }

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
    this.start(leaf, '');
    this.commandForm.submit();
    return true;
  }

  async submit() {
    if (this.commandForm.active) {
      this.commandForm.submit();
      return;
    }
    const text = this.input.value.trim();
    if (!text || this.runAtOnce()) return;
    this.toText('');
    try {
      await this.acts.send(this.marked(text));
    } catch (refused) {
      if (!this.input.value) this.input.value = text;
      this.acts.complain(refused.message);
    }
  }

  // marked writes @Ada and #general the way Discord wants them.
  marked(text) {
    const known = [
      ...[...this.world.members.values()].map(({ user }) => [`@${this.world.name(user.id)}`, `<@${user.id}>`]),
      ...[...this.world.channels.values()].filter((c) => c.name).map((c) => [`#${c.name}`, `<#${c.id}>`]),
    ].sort((a, b) => b[0].length - a[0].length);
    return text.replace(/(^|\s)([@#][^\n]*?)(?=$|\n|\s[@#])/g, (whole, space, tail) => {
      const found = known.find(([name]) => tail.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(tail.slice(name.length)));
      return found ? space + found[1] + tail.slice(found[0].length) : whole;
    });
  }
}
