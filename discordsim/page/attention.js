// What asks for the person's attention: unread marks, the count of pings in the
// title, and words for screen readers.
import { el, spoken } from './dom.js';
import { markdown } from './markdown.js';
import { CHANNEL, FLAG, flagged } from './world.js';
/** @import { Message } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { Amended, World } from './world.js' */

const MOST = 600; // characters that are read out of one message

// An Attention watches messages that arrive or change, and failing interactions.
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
    world.on('amended', (change) => this.amended(change));
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

  /**
   * amended reads out what is new in a message that only this person sees. Discord's
   * own client says nothing of an edit; but here nobody else would.
   * @param {Amended} change
   */
  amended({ before, message }) {
    const { world } = this;
    if (message.channel_id !== world.open || !flagged(message, FLAG.ephemeral)) return;
    const known = new Set(lines(before).map(timeless));
    const fresh = lines(message).filter((line) => !known.has(timeless(line)));
    if (!fresh.length) return;
    const words = fresh.map((line) => spoken(markdown(line, world.names())).trim()).join(' ');
    this.announcer.textContent = `${world.nameOf(message.author)}: ${words.slice(0, MOST)}`;
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
    const words = [...(item?.querySelectorAll('.text, .thinking, .system, .private') ?? [])].map((node) => spoken(node).trim()).join(' ');
    this.announcer.textContent = `${item?.dataset.author ?? ''}: ${words.slice(0, MOST)}`;
  }
}

/**
 * lines lists what a message says, one by one.
 * @param {Message} message
 */
function lines(message) {
  return [message.content ?? '', ...texts(message.components ?? [])].join('\n').split('\n').filter((line) => line.trim());
}

/**
 * texts lists the text displays among components and inside them.
 * @param {object[]} components
 * @returns {string[]}
 */
function texts(components) {
  return components.flatMap((c) => [
    'content' in c && typeof c.content === 'string' ? c.content : '',
    ...('components' in c && Array.isArray(c.components) ? texts(c.components) : []),
  ]);
}

/**
 * timeless is a line without its moments, which Discord words anew all the time.
 * @param {string} line
 */
function timeless(line) {
  return line.replace(/<t:\d+(?::\w)?>/g, '');
}
