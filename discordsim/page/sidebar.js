// The channel list, and at its foot who you are.
import { avatar, icon } from './icons.js';
import { CHANNEL } from './world.js';
import { choose } from './chooser.js';
import { el, hit, keepFocus, morph } from './dom.js';
/** @import { Channel, ID, User } from './discord.d.ts' */
/** @import { World } from './world.js' */

/**
 * Acts are the deeds of the page that the channel list needs.
 * @typedef {{channel: (id: ID) => void, direct: (user: ID) => void, addChannel: () => void, become: (name: string) => void}} Acts
 */

// A Sidebar fills the navigation.
export class Sidebar {
  /**
   * @param {HTMLElement} root
   * @param {World} world
   * @param {Acts} acts
   */
  constructor(root, world, acts) {
    this.root = root;
    this.world = world;
    this.acts = acts;
    root.tabIndex = -1;
    root.addEventListener('click', (event) => this.clicked(event));
  }

  /** @param {Event} event */
  clicked(event) {
    const button = hit(event, 'button');
    if (!button) return;
    const { dataset } = button;
    if (dataset.channelId) this.acts.channel(dataset.channelId);
    else if (dataset.direct) this.acts.direct(dataset.direct);
    else if ('addChannel' in dataset) this.acts.addChannel();
    else if ('whoAmI' in dataset) this.switchPerson(button);
  }

  /** @param {HTMLElement} trigger */
  switchPerson(trigger) {
    choose(trigger, {
      label: 'Be another person', picked: [this.world.nameOf(this.world.me)], min: 1, max: 1,
      options: this.world.people().map((user) => ({ value: this.world.nameOf(user), label: this.world.nameOf(user), user })),
      commit: ([name]) => name && this.acts.become(name),
    });
  }

  draw() {
    const { world } = this;
    if (!world.guild) return;
    const all = [...world.channels.values()];
    const rooms = all.filter((c) => c.type === CHANNEL.text)
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    const fresh = el('nav', { id: 'sidebar', 'aria-label': 'Channels', tabindex: -1, inert: this.root.inert },
      el('header', { class: 'server' }, el('strong', {}, world.guild.name)),
      el('div', { class: 'channels' },
        el('div', { class: 'group' }, el('h2', {}, 'Channels'), el('button', { type: 'button', class: 'tool', 'data-add-channel': true, 'aria-label': 'Add a channel', title: 'Add a channel' }, icon('plus'))),
        el('ul', {}, rooms.map((room) => this.room(room, all))),
        el('div', { class: 'group' }, el('h2', {}, 'Direct messages')),
        el('ul', {}, world.bots().map((bot) => this.direct(bot, all)))),
      this.foot());
    keepFocus(this.root, () => morph(this.root, fresh));
  }

  /**
   * @param {Channel} channel
   * @param {Channel[]} all
   */
  room(channel, all) {
    const threads = all.filter((c) => CHANNEL.threads.has(c.type) && c.parent_id === channel.id && !c.thread_metadata?.archived);
    return el('li', { 'data-key': channel.id }, this.entry(channel, 'hash'),
      threads.length ? el('ul', { class: 'threads' }, threads.map((t) => el('li', { 'data-key': t.id }, this.entry(t, 'thread')))) : null);
  }

  /**
   * @param {Channel} channel
   * @param {'hash' | 'thread'} sign
   */
  entry(channel, sign) {
    const unread = this.world.unread.get(channel.id);
    const open = this.world.open === channel.id;
    return el('button', {
      type: 'button', class: 'channel', 'data-channel-id': channel.id, 'data-path': channel.id, 'aria-current': open ? 'page' : null, 'data-unread': Boolean(unread?.messages),
    }, icon(sign), el('span', { class: 'channel-name' }, channel.name), this.badge(unread));
  }

  /** @param {{messages: number, pings: number} | undefined} unread */
  badge(unread) {
    if (!unread?.pings) return unread?.messages ? el('span', { class: 'unseen' }, ' unread') : null;
    return el('span', { class: 'badge' }, String(unread.pings), el('span', { class: 'unseen' }, ' pings'));
  }

  /**
   * @param {User} bot
   * @param {Channel[]} all
   */
  direct(bot, all) {
    const channel = all.find((c) => c.type === CHANNEL.dm && (c.recipients ?? []).some((r) => r.id === bot.id));
    const open = channel && this.world.open === channel.id;
    return el('li', { 'data-key': bot.id }, el('button', { type: 'button', class: 'channel', 'data-direct': bot.id, 'data-path': bot.id, 'aria-current': open ? 'page' : null },
      avatar(bot), el('span', { class: 'channel-name' }, this.world.name(bot.id)), channel ? this.badge(this.world.unread.get(channel.id)) : null));
  }

  foot() {
    const { me } = this.world;
    return el('footer', { class: 'me' }, el('button', {
      type: 'button', class: 'who', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'data-who-am-i': true, 'data-path': 'me', 'data-me': this.world.name(me.id),
      'aria-label': `You are ${this.world.name(me.id)}. Be another person`,
    }, avatar(me), el('span', { class: 'who-text' }, el('strong', {}, this.world.name(me.id)), el('small', {}, `You · ${me.locale ?? 'en-US'}`)), icon('down')));
  }
}
