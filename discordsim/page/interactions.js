// What the person asks of a bot, and what becomes of it.
import { CHANNEL } from './world.js';
import { reason } from './rest.js';
import { Teller } from './teller.js';
/** @import { Button, Change, Choice, Command, CommandData, Event, ID, Message, Modal, Select, Submitted } from './discord.d.ts' */
/** @import { Rest } from './rest.js' */
/** @import { Drawn, World } from './world.js' */

/** @typedef {string} Nonce by which the answers to an interaction are known */

/**
 * Entry is an interaction under way. undo takes back what the page showed of it already, settle tells who waits
 * what came of it: null if it failed.
 * @typedef {object} Entry
 * @property {number} kind
 * @property {ID} channel
 * @property {ID} [message] that was clicked
 * @property {string} [path] of the component in it
 * @property {() => void} [undo]
 * @property {(result: true | Choice[] | null) => void} [settle]
 */

/** @typedef {{path?: string, state: 'loading' | 'failed', nonce: Nonce, channel: ID, why?: string}} Mark what stands on a message that was clicked */

/** @typedef {Message & {local: 'loading' | 'failed', why?: string, interaction_id?: ID}} Placeholder a command under way, drawn as a message */

const KIND = { command: 2, component: 3, autocomplete: 4, modal: 5 };

// Discord gives a bot three seconds; the margin is for the way here and back.
const PATIENCE = 3500;
const EPOCH = 1420070400000;

let serial = 0;

/**
 * failure says that an interaction failed.
 * @param {string | undefined} why
 */
export function failure(why) {
  return why ? `This interaction failed. ${why}` : 'This interaction failed.';
}

/** @returns {Nonce} */
function nonce() {
  serial = (serial + 1) % 4096;
  return String((BigInt(Date.now() - EPOCH) << 22n) + BigInt(Math.floor(Math.random() * 1024)) * 4096n + BigInt(serial));
}

/**
 * An Interactions sends the person's interactions and follows each by its nonce. It tells which messages look
 * different because of one, what the bot wants to ask, and what there is to say when one fails.
 * @extends {Teller<{messages: Drawn, modal: Modal, failed: string}>}
 */
export class Interactions extends Teller {
  /**
   * @param {Pick<Rest, 'post'>} rest
   * @param {World} world
   */
  constructor(rest, world) {
    super();
    this.rest = rest;
    this.world = world;
    /** @type {Set<Nonce>} */
    this.mine = new Set(); // those of this tab that may still bring a modal
    /** @type {Map<Nonce, Entry & {timer: number}>} */
    this.waiting = new Map();
    /** @type {Map<ID, Mark>} */
    this.marks = new Map(); // by message
    /** @type {Map<Nonce, Placeholder>} */
    this.sent = new Map();
    /** @type {Map<string, string[]>} */
    this.picked = new Map(); // "message/custom_id" -> values the select shows
    /** @type {Promise<void> | undefined} */
    this.cut = undefined; // until there is a session; undefined: there is one
    /** @type {(() => void) | undefined} */
    this.mend = undefined;
  }

  /**
   * command runs a slash command.
   * @param {Command} command
   * @param {CommandData} data
   * @param {string} name with its subcommands
   * @param {ID} channel
   */
  command(command, data, name, channel) {
    const id = this.begin({ kind: KIND.command, channel });
    this.sent.set(id, this.placeholder(id, command, name, channel));
    this.show(channel);
    return this.post(id, { type: KIND.command, application_id: command.application_id, channel_id: channel, data });
  }

  /**
   * @param {Nonce} id
   * @param {Command} command
   * @param {string} name
   * @param {ID} channel
   * @returns {Placeholder}
   */
  placeholder(id, command, name, channel) {
    return {
      id, channel_id: channel, local: 'loading', content: '', timestamp: new Date().toISOString(),
      author: this.world.user(command.application_id) ?? { id: command.application_id, username: 'Application', bot: true },
      interaction_metadata: { name, user: this.world.me },
    };
  }

  /**
   * complete asks for choices. It resolves to a list, or to null when the bot failed.
   * @param {Command} command
   * @param {CommandData} data
   * @param {ID} channel
   * @returns {Promise<Choice[] | null>}
   */
  complete(command, data, channel) {
    return new Promise((settle) => {
      const id = this.begin({ kind: KIND.autocomplete, channel, settle: (choices) => settle(Array.isArray(choices) ? choices : null) });
      this.post(id, { type: KIND.autocomplete, application_id: command.application_id, channel_id: channel, data });
    });
  }

  /**
   * press clicks a button or sends a select's values.
   * @param {Message} message
   * @param {Button | Select} component
   * @param {string} path
   * @param {string[]} [values]
   */
  press(message, component, path, values) {
    if (this.marks.get(message.id)?.state === 'loading' && component.type === 2) return undefined;
    const select = `${message.id}/${component.custom_id}`;
    const before = this.picked.get(select);
    const undo = () => (before ? this.picked.set(select, before) : this.picked.delete(select));
    const id = this.begin({ kind: KIND.component, channel: message.channel_id, message: message.id, path, undo });
    if (values) this.picked.set(select, values);
    this.mark(message.channel_id, message.id, { path, state: 'loading', nonce: id });
    const data = { component_type: component.type, custom_id: component.custom_id, values };
    return this.post(id, {
      type: KIND.component, application_id: message.application_id ?? message.author.id, channel_id: message.channel_id,
      message_id: message.id, message_flags: message.flags ?? 0, data,
    });
  }

  /**
   * submit sends a modal. It resolves to true once the bot took it, else to false.
   * @param {Modal} modal
   * @param {Submitted[]} components
   * @returns {Promise<boolean>}
   */
  submit(modal, components) {
    return new Promise((settle) => {
      const id = this.begin({ kind: KIND.modal, channel: modal.channel_id, settle: (took) => settle(took === true) });
      this.post(id, {
        type: KIND.modal, application_id: modal.application?.id ?? modal.application_id, channel_id: modal.channel_id,
        data: { id: modal.id, custom_id: modal.custom_id, components },
      });
    });
  }

  /** @param {Entry} entry */
  begin(entry) {
    const id = nonce();
    this.mine.add(id);
    this.waiting.set(id, { ...entry, timer: setTimeout(() => this.fail(id), PATIENCE) });
    return id;
  }

  /**
   * @param {Nonce} id
   * @param {{type: number, application_id?: ID, channel_id: ID, message_id?: ID, message_flags?: number, data: object}} body
   */
  async post(id, body) {
    if (this.cut) {
      await this.cut;
      if (!this.waiting.has(id)) return; // it was given up meanwhile
    }
    const { guild, session } = this.world;
    const direct = this.world.channels.get(body.channel_id)?.type === CHANNEL.dm;
    try {
      await this.rest.post('/interactions', { ...body, guild_id: direct ? undefined : guild?.id, session_id: session, nonce: id });
    } catch (refused) {
      this.fail(id, reason(refused));
    }
  }

  /** @param {Event} event */
  apply({ t, d }) {
    switch (t) {
      case 'INTERACTION_CREATE': return this.created(d.nonce, d.id);
      case 'INTERACTION_SUCCESS': return this.waiting.get(d.nonce)?.kind === KIND.autocomplete ? undefined : this.done(d.nonce, true);
      case 'INTERACTION_FAILURE': return this.fail(d.nonce);
      case 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE': return this.done(d.nonce, d.choices ?? []);
      case 'INTERACTION_MODAL_CREATE': return this.modal(d);
      case 'MESSAGE_CREATE': return this.replaced(d);
      case 'MESSAGE_UPDATE': return this.redrawn(d);
      default: return undefined;
    }
  }

  /**
   * @param {Nonce} nonce
   * @param {ID} interaction
   */
  created(nonce, interaction) {
    const placeholder = this.sent.get(nonce);
    if (placeholder) placeholder.interaction_id = interaction;
  }

  /**
   * replaced drops the placeholder of the command that this message answers.
   * @param {Message} message
   */
  replaced(message) {
    const interaction = message.interaction_metadata?.id ?? message.interaction?.id;
    for (const [id, placeholder] of this.sent) {
      if (id === message.nonce || (interaction && placeholder.interaction_id === interaction)) this.drop(id);
    }
  }

  /**
   * redrawn takes a complaint off a message that the bot has drawn anew.
   * @param {Change} message
   */
  redrawn(message) {
    if (this.marks.get(message.id)?.state === 'failed') this.mark(message.channel_id, message.id, undefined);
  }

  /** @param {Modal} data */
  modal(data) {
    if (!this.mine.delete(data.nonce)) return; // another tab of this person asked for it
    this.done(data.nonce, true);
    this.tell('modal', data);
  }

  /**
   * done also heals an interaction that was given up too early.
   * @param {Nonce} id
   * @param {true | Choice[]} result
   */
  done(id, result) {
    const entry = this.take(id);
    this.drop(id);
    for (const [message, mark] of this.marks) {
      if (mark.nonce === id) this.mark(mark.channel, message, undefined);
    }
    entry?.settle?.(result);
  }

  /**
   * @param {Nonce} id
   * @param {string} [why]
   */
  fail(id, why) {
    const entry = this.take(id);
    if (!entry) return;
    entry.undo?.(); // so that the same pick can be tried again
    const placeholder = this.sent.get(id);
    if (placeholder) {
      this.sent.set(id, { ...placeholder, local: 'failed', why });
      this.show(entry.channel);
    }
    if (entry.message && this.marks.get(entry.message)?.nonce === id) {
      this.mark(entry.channel, entry.message, { path: entry.path, state: 'failed', nonce: id, why });
    }
    if (placeholder || entry.message) this.tell('failed', failure(why));
    entry.settle?.(null);
  }

  // lost ends everything under way: the answers went with the session. What is asked from now on waits for the next.
  lost() {
    if (this.cut) return; // once more
    for (const id of [...this.waiting.keys()]) this.fail(id);
    this.cut = new Promise((mend) => { this.mend = mend; });
  }

  // found sends what waited.
  found() {
    this.cut = undefined;
    this.mend?.();
  }

  /** @param {Nonce} id */
  take(id) {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(entry?.timer);
    return entry;
  }

  /** @param {Nonce} id */
  drop(id) {
    const placeholder = this.sent.get(id);
    this.sent.delete(id);
    if (placeholder) this.show(placeholder.channel_id);
  }

  /**
   * @param {ID} channel
   * @param {ID} message
   * @param {Omit<Mark, 'channel'> | undefined} mark
   */
  mark(channel, message, mark) {
    if (mark) this.marks.set(message, { ...mark, channel });
    else this.marks.delete(message);
    this.show(channel, [message]);
  }

  /**
   * @param {ID} channel
   * @param {ID[]} ids
   */
  show(channel, ids = []) {
    this.tell('messages', { channel, ids });
  }

  /**
   * shown are the values a select displays: the person's pick, else its defaults.
   * @param {Message} message
   * @param {Select} component
   * @returns {string[]}
   */
  shown(message, component) {
    const picked = this.picked.get(`${message.id}/${component.custom_id}`);
    if (picked) return picked;
    if (component.type === 3) return component.options.filter((o) => o.default).map((o) => o.value);
    return (component.default_values ?? []).map((v) => v.id);
  }
}
