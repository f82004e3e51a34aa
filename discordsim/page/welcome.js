// The head of a channel: where you are, who you are, what you can do first.
import { el, hit, morph } from './dom.js';
/** @import { Channel } from './discord.d.ts' */
/** @import { Leaf } from './commands.js' */

// How many things to do a newcomer is shown: those that the bot registered first. The rest stands behind the slash.
const SHOWN = 3;

// A Welcome fills a block above the messages.
export class Welcome {
  /** @param {(name: string) => void} start begins a command */
  constructor(start) {
    this.node = el('div', { class: 'welcome' });
    this.node.addEventListener('click', (event) => {
      const name = hit(event, '[data-command]')?.dataset.command;
      if (name) start(name);
    });
  }

  /**
   * @param {Channel} channel
   * @param {string} person their name
   * @param {Leaf[]} leaves the commands offered here
   * @param {string[]} bots their names
   */
  draw(channel, person, leaves, bots) {
    const title = channel.type === 1 ? `Direct messages with ${channel.name}` : `Welcome to ${channel.type === 0 ? '#' : ''}${channel.name}`;
    const fresh = el('div', { class: 'welcome' },
      el('h2', {}, title),
      el('p', {}, 'You are ', el('strong', {}, person), '. ', leaves.length ? 'Begin with one of these, write a message, or type ' : 'Write a message, or type ', el('kbd', {}, '/'),
        leaves.length ? ` for all that ${bots.length ? bots.join(', ') : 'the bots here'} can do.` : '. No bot has registered commands here yet.'),
      leaves.length ? el('ul', { class: 'command-cards', 'aria-label': 'Things to do' }, leaves.slice(0, SHOWN).map((leaf) => el('li', { 'data-key': leaf.name },
        el('button', { type: 'button', class: 'command-card', 'data-command': leaf.name }, el('strong', {}, `/${leaf.shown}`), ' ', el('span', {}, leaf.description))))) : null);
    morph(this.node, fresh);
  }
}
