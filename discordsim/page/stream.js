// The messages of the open channel: drawing, order, scrolling, and what a click
// on any part of a message does.
import { askSure } from './ask.js';
import { arrange, el, hit, keepFocus, morph } from './dom.js';
import { bounds, isSelect, selectOptions } from './selects.js';
import { choose, refresh } from './chooser.js';
import { componentAt } from './components.js';
import { day } from './clock.js';
import { commandOf, drawMessage } from './message.js';
import { FLAG, flagged } from './world.js';
import { icon } from './icons.js';
import { reason } from './rest.js';
import { showPicture } from './lightbox.js';
/** @import { Ask } from './chooser.js' */
/** @import { ID } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { Shown } from './message.js' */
/** @import { World } from './world.js' */

const NEAR = 60; // pixels from the end that still count as reading the newest
const JOIN = 7 * 60 * 1000; // messages of one author this close share a heading
const PLACE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/; // a link to a channel or a message

/**
 * Acts are the deeds of the page that the messages need.
 * @typedef {{command: (name: string) => void, channel: (id: ID) => unknown, complain: (text: string) => void}} Acts
 */

// A Stream shows one channel.
export class Stream {
  /**
   * @param {HTMLElement} root
   * @param {World} world
   * @param {Interactions} interactions
   * @param {HTMLElement} welcome the head of the channel
   * @param {Acts} acts
   */
  constructor(root, world, interactions, welcome, acts) {
    this.root = root;
    this.world = world;
    this.interactions = interactions;
    this.acts = acts;
    this.channel = '';
    /** @type {Map<ID, HTMLElement>} */
    this.items = new Map(); // by message
    /** @type {Map<string, HTMLElement>} */
    this.days = new Map(); // locale and date -> the line before that day
    this.stuck = true; // the newest message is kept in view
    this.top = 0;
    this.list = el('ol', { class: 'messages', 'data-messages': true });
    this.jump = el('button', { type: 'button', class: 'jump', hidden: true, onclick: () => this.toEnd() }, 'Newer messages', icon('down'));
    root.append(welcome, this.list);
    root.after(this.jump);
    root.addEventListener('scroll', () => this.scrolled(), { passive: true });
    root.addEventListener('click', (event) => this.clicked(event));
    new ResizeObserver(() => this.settle()).observe(this.list);
    new ResizeObserver(() => this.settle()).observe(root);
    world.on('messages', ({ channel, ids }) => channel === this.channel && this.update(ids));
    interactions.on('messages', ({ channel, ids }) => channel === this.channel && this.update(ids));
  }

  /**
   * show opens a channel at its newest message.
   * @param {ID} channel
   */
  show(channel) {
    this.channel = channel;
    this.items.clear();
    this.stuck = true;
    this.jump.hidden = true;
    this.update();
    this.toEnd();
  }

  /**
   * update draws these messages again, or all of them.
   * @param {ID[]} [ids]
   */
  update(ids) {
    /** @type {Shown[]} */
    const messages = [...this.world.messages(this.channel), ...this.local()];
    const dirty = ids && new Set(ids);
    const present = new Set();
    for (const message of messages) {
      present.add(message.id);
      const item = this.items.get(message.id);
      if (item && dirty && !dirty.has(message.id) && !message.local) continue;
      const fresh = drawMessage(message, this);
      if (item) keepFocus(item, () => morph(item, fresh));
      else this.items.set(message.id, fresh);
    }
    for (const [id, item] of this.items) {
      if (present.has(id)) continue;
      if (item.contains(document.activeElement)) this.root.focus({ preventScroll: true });
      this.items.delete(id);
    }
    arrange(this.list, this.sequence(messages));
    refresh((trigger) => this.question(trigger));
    this.settle();
  }

  local() {
    return [...this.interactions.sent.values()].filter((m) => m.channel_id === this.channel);
  }

  /**
   * sequence puts a line between days and marks messages that need no heading.
   * @param {Shown[]} messages all of which are drawn
   */
  sequence(messages) {
    /** @type {HTMLElement[]} */
    const nodes = [];
    /** @type {Shown | undefined} */
    let before;
    let date = '';
    for (const message of messages) {
      const item = this.items.get(message.id);
      if (!item) continue;
      const its = new Date(message.timestamp).toDateString();
      if (its !== date) nodes.push(this.line(its, message.timestamp));
      date = its;
      const joined = before && before.author.id === message.author.id && !message.message_reference && !commandOf(message)
        && Date.parse(message.timestamp) - Date.parse(before.timestamp) < JOIN && nodes.at(-1)?.matches('.message')
        && flagged(before, FLAG.ephemeral) === flagged(message, FLAG.ephemeral);
      item.classList.toggle('joined', Boolean(joined));
      nodes.push(item);
      before = message;
    }
    return nodes;
  }

  /**
   * @param {string} date
   * @param {string} iso
   */
  line(date, iso) {
    const { locale } = this.world;
    const key = `${locale} ${date}`;
    const line = this.days.get(key) ?? el('li', { class: 'day' }, el('span', {}, day(iso, locale)));
    this.days.set(key, line);
    return line;
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.root;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.stuck = true;
    else if (scrollTop < this.top) this.stuck = false; // only the reader scrolls up; growth below is not a wish to leave
    this.top = scrollTop;
    this.jump.hidden = this.stuck;
    if (this.root.scrollTop < 80 && !this.stuck) this.loadOlder();
  }

  async loadOlder() {
    if (this.loading) return;
    this.loading = true;
    const height = this.root.scrollHeight;
    try {
      await this.world.older(this.channel);
      if (this.root.scrollTop < 80) this.root.scrollTop += this.root.scrollHeight - height;
    } catch (refused) {
      this.acts.complain(reason(refused));
    } finally {
      this.loading = false;
    }
  }

  // settle keeps the newest message in view unless the reader has scrolled away.
  settle() {
    if (this.stuck) this.root.scrollTop = this.root.scrollHeight;
    this.jump.hidden = this.stuck;
  }

  toEnd() {
    this.stuck = true;
    this.settle();
  }

  /** @param {HTMLElement} node */
  find(node) {
    /** @type {HTMLElement | null} */
    const item = node.closest('[data-message-id]');
    return item ? this.world.message(this.channel, item.dataset.messageId ?? '') : undefined;
  }

  /** @param {Event} event */
  clicked(event) {
    const target = hit(event, 'button, a, .spoiler-block');
    if (!target || target.getAttribute('aria-disabled') === 'true') return undefined;
    const { dataset } = target;
    if (dataset.customId) return this.use(target);
    if (dataset.lightbox) return showPicture(target);
    if (dataset.dismiss) return this.dismiss(dataset.dismiss);
    if (dataset.delete) return this.remove(dataset.delete);
    if (dataset.jump) return this.goTo(dataset.jump);
    if (dataset.channelId) return this.acts.channel(dataset.channelId);
    if (dataset.command) return this.acts.command(dataset.command);
    const [, channel, message] = PLACE.exec(target.getAttribute('href') ?? '') ?? [];
    if (channel && this.world.channels.has(channel)) {
      event.preventDefault();
      return this.follow(channel, message);
    }
    if (target.matches('.alt-mark')) return target.setAttribute('aria-expanded', String(target.getAttribute('aria-expanded') !== 'true'));
    if (target.matches('.spoiler')) return target.setAttribute('data-revealed', 'true');
    if (target.matches('.uncover')) return target.parentElement?.setAttribute('data-revealed', 'true');
    return undefined;
  }

  /** @param {HTMLElement} target */
  use(target) {
    const { path = '' } = target.dataset;
    const message = this.find(target);
    const component = message && componentAt(message, path);
    if (!component) return;
    if (isSelect(component)) choose(target, this.question(target));
    else if (component.type === 2) this.interactions.press(message, component, path);
  }

  /**
   * question is what an open list asks, read from the message as it is now.
   * @param {HTMLElement} trigger
   * @returns {Ask | undefined}
   */
  question(trigger) {
    if (!this.root.contains(trigger)) return undefined;
    const { path = '' } = trigger.dataset;
    const message = this.find(trigger);
    const component = message && componentAt(message, path);
    if (!component || !isSelect(component) || component.disabled) return undefined;
    return {
      label: component.placeholder || 'Options', options: selectOptions(component, this.world), ...bounds(component),
      picked: this.interactions.shown(message, component), clearable: true,
      commit: (values) => this.interactions.press(message, component, path, values),
    };
  }

  /** @param {ID} id */
  dismiss(id) {
    if (this.interactions.sent.has(id)) this.interactions.drop(id);
    else this.world.dismiss(this.channel, id);
  }

  /** @param {ID} id */
  async remove(id) {
    if (!await askSure('Delete message', 'Delete this message for everybody?', 'Delete')) return;
    try {
      await this.world.rest.delete(`/channels/${this.channel}/messages/${id}`);
    } catch (refused) {
      this.acts.complain(reason(refused));
    }
  }

  /**
   * follow goes to a channel, and in it to a message however old.
   * @param {ID} channel
   * @param {ID | undefined} message
   */
  async follow(channel, message) {
    if (channel !== this.channel) await this.acts.channel(channel);
    if (!message) return;
    const room = this.world.room(channel);
    try {
      while (!room.complete && BigInt(this.world.messages(channel)[0]?.id ?? 0) > BigInt(message)) await this.world.older(channel);
    } catch (refused) {
      this.acts.complain(reason(refused));
    }
    if (channel === this.channel) this.goTo(message);
  }

  /** @param {ID} id */
  goTo(id) {
    const item = this.items.get(id);
    if (!item) return;
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  }
}
