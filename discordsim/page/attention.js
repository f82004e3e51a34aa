// What asks for the person's attention: unread marks, the count of pings in the
// title, and words for screen readers.
import { CHANNEL } from './world.js';
/** @import { Message } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { World } from './world.js' */

// An Attention watches arriving messages and failing interactions.
export class Attention {
  /**
   * @param {World} world
   * @param {Interactions} interactions
   * @param {HTMLElement} announcer a live region
   */
  constructor(world, interactions, announcer) {
    this.world = world;
    this.announcer = announcer;
    world.on('arrived', (message) => this.arrived(message));
    interactions.on('failed', (words) => { announcer.textContent = words; });
    document.addEventListener('visibilitychange', () => this.seen());
  }

  /** @param {Message} message */
  arrived(message) {
    const { world } = this;
    if (message.author.id === world.me.id) return;
    const here = message.channel_id === world.open;
    if (here) this.announce(message);
    if (here && !document.hidden) return;
    const count = world.unread.get(message.channel_id) ?? { messages: 0, pings: 0 };
    world.unread.set(message.channel_id, { messages: count.messages + 1, pings: count.pings + Number(world.pings(message)) });
    world.tell('channels');
    this.title();
  }

  // seen marks the open channel as read, once the page can be seen.
  seen() {
    const { open, unread } = this.world;
    if (document.hidden || !open || !unread.delete(open)) return;
    this.world.tell('channels');
    this.title();
  }

  title() {
    const pings = [...this.world.unread.values()].reduce((sum, count) => sum + count.pings, 0);
    const channel = this.world.channels.get(this.world.open ?? '');
    const place = channel ? `${channel.type === CHANNEL.dm ? '@' : '#'}${channel.name}` : 'discordsim';
    document.title = `${pings ? `(${pings}) ` : ''}${place} · ${this.world.name(this.world.me.id)}`;
  }

  /** @param {Message} message */
  announce(message) {
    /** @type {HTMLElement | null} */
    const item = document.querySelector(`[data-message-id="${message.id}"]`);
    const words = [...(item?.querySelectorAll('.text, .thinking, .system, .private') ?? [])].map((node) => node.textContent).join(' ');
    this.announcer.textContent = `${item?.dataset.author ?? ''}: ${words.slice(0, 300)}`;
  }
}
