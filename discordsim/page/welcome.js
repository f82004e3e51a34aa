// The head of a channel: where you are, who you are, what you can type.
import { el, morph } from './dom.js';

const SHOWN = 24;

// A Welcome fills a block above the messages. start(name) begins a command.
export class Welcome {
  constructor(start) {
    this.node = el('div', { class: 'welcome' });
    this.node.addEventListener('click', (event) => {
      const name = event.target.closest('[data-command]')?.dataset.command;
      if (name) start(name);
    });
  }

  // draw takes the channel, the person's name, the commands offered here (as
  // leaves) and the bots' names.
  draw(channel, person, leaves, bots) {
    const title = channel.type === 1 ? `Direct messages with ${channel.name}` : `Welcome to ${channel.type === 0 ? '#' : ''}${channel.name}`;
    const fresh = el('div', { class: 'welcome' },
      el('h2', {}, title),
      el('p', {}, 'You are ', el('strong', {}, person), '. ', 'Write a message, or type ', el('kbd', {}, '/'),
        leaves.length ? ` to see the commands${bots.length ? ` of ${bots.join(', ')}` : ''}.` : '. No bot has registered commands here yet.'),
      leaves.length ? el('ul', { class: 'command-cards', 'aria-label': 'Commands' }, leaves.slice(0, SHOWN).map((leaf) => el('li', { 'data-key': leaf.name },
        el('button', { type: 'button', class: 'command-card', 'data-command': leaf.name }, el('strong', {}, `/${leaf.shown}`), ' ', el('span', {}, leaf.description))))) : null);
    morph(this.node, fresh);
  }
}
