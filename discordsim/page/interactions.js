// What the person asks of a bot, and what becomes of it.
import { CHANNEL } from './world.js';

const KIND = { command: 2, component: 3, autocomplete: 4, modal: 5 };

// Discord gives a bot three seconds; the margin is for the way here and back.
const PATIENCE = 3500;
const EPOCH = 1420070400000;

let serial = 0;

function nonce() {
  serial = (serial + 1) % 4096;
  return String((BigInt(Date.now() - EPOCH) << 22n) + BigInt(Math.floor(Math.random() * 1024)) * 4096n + BigInt(serial));
}

// An Interactions sends the person's interactions and follows each by its nonce.
// It dispatches "messages" {channel, ids} when the look of a message changes
// because of one, and "modal" with what the bot wants to ask.
export class Interactions extends EventTarget {
  constructor(rest, world) {
    super();
    this.rest = rest;
    this.world = world;
    this.mine = new Set(); // nonces of this tab that may still bring a modal
    this.waiting = new Map(); // nonce -> {kind, channel, message, path, undo, settle, timer}
    this.marks = new Map(); // message id -> {path, state: 'loading' | 'failed'}
    this.sent = new Map(); // nonce -> placeholder message of a command under way
    this.picked = new Map(); // "message/custom_id" -> values the select shows
  }

  // command runs a slash command; data is as Discord's client sends it.
  command(command, data, name, channel) {
    const id = this.begin({ kind: KIND.command, channel });
    this.sent.set(id, this.placeholder(id, command, name, channel));
    this.show(channel);
    return this.post(id, { type: KIND.command, application_id: command.application_id, channel_id: channel, data });
  }

  placeholder(id, command, name, channel) {
    return {
      id, channel_id: channel, local: 'loading', content: '', timestamp: new Date().toISOString(),
      author: this.world.user(command.application_id) ?? { id: command.application_id, username: 'Application', bot: true },
      interaction_metadata: { name, user: this.world.me },
    };
  }

  // complete asks for choices. It resolves to a list, or to null when the bot failed.
  complete(command, data, channel) {
    return new Promise((settle) => {
      const id = this.begin({ kind: KIND.autocomplete, channel, settle: (choices) => settle(choices ?? null) });
      this.post(id, { type: KIND.autocomplete, application_id: command.application_id, channel_id: channel, data });
    });
  }

  // press clicks a button or sends a select's values.
  press(message, component, path, values) {
    if (this.marks.get(message.id)?.state === 'loading' && component.type === 2) return undefined;
    const select = `${message.id}/${component.custom_id}`;
    const before = this.picked.get(select);
    const undo = () => (before ? this.picked.set(select, before) : this.picked.delete(select));
    const id = this.begin({ kind: KIND.component, channel: message.channel_id, message: message.id, path, undo });
    if (values) this.picked.set(select, values);
    this.mark(message.channel_id, message.id, { path, state: 'loading', nonce: id });
    const data = { component_type: component.type, custom_id: component.custom_id };
    if (values) data.values = values;
    return this.post(id, {
      type: KIND.component, application_id: message.application_id ?? message.author.id, channel_id: message.channel_id,
      message_id: message.id, message_flags: message.flags ?? 0, data,
    });
  }

  // submit sends a modal. It resolves to true once the bot took it, else to false.
  submit(modal, components) {
    return new Promise((settle) => {
      const id = this.begin({ kind: KIND.modal, channel: modal.channel_id, settle: (took) => settle(took === true) });
      this.post(id, {
        type: KIND.modal, application_id: modal.application?.id ?? modal.application_id, channel_id: modal.channel_id,
        data: { id: modal.id, custom_id: modal.custom_id, components },
      });
    });
  }

  begin(entry) {
    const id = nonce();
    this.mine.add(id);
    this.waiting.set(id, { ...entry, timer: setTimeout(() => this.fail(id), PATIENCE) });
    return id;
  }

  async post(id, body) {
    const inServer = this.world.channels.get(body.channel_id)?.type !== CHANNEL.dm;
    if (inServer) body.guild_id = this.world.guild.id;
    try {
      await this.rest.post('/interactions', { ...body, session_id: this.world.session, nonce: id });
    } catch (refused) {
      this.fail(id, refused.message);
    }
  }

  apply(type, data) {
    switch (type) {
      case 'INTERACTION_CREATE': return this.created(data);
      case 'INTERACTION_SUCCESS': return this.waiting.get(data.nonce)?.kind === KIND.autocomplete ? undefined : this.done(data.nonce, true);
      case 'INTERACTION_FAILURE': return this.fail(data.nonce);
      case 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE': return this.done(data.nonce, data.choices ?? []);
      case 'INTERACTION_MODAL_CREATE': return this.modal(data);
      case 'MESSAGE_CREATE': return this.replaced(data);
      case 'MESSAGE_UPDATE': return this.redrawn(data);
      default: return undefined;
    }
  }

  created(data) {
    const entry = this.waiting.get(data.nonce);
    if (entry) entry.interaction = data.id;
    const placeholder = this.sent.get(data.nonce);
    if (placeholder) placeholder.interaction = data.id;
  }

  // replaced drops the placeholder of the command that this message answers.
  replaced(message) {
    const interaction = message.interaction_metadata?.id ?? message.interaction?.id;
    for (const [id, placeholder] of this.sent) {
      if (id === message.nonce || (interaction && placeholder.interaction === interaction)) this.drop(id);
    }
  }

  // redrawn takes a complaint off a message that the bot has drawn anew.
  redrawn(message) {
    if (this.marks.get(message.id)?.state === 'failed') this.mark(message.channel_id, message.id, undefined);
  }

  modal(data) {
    if (!this.mine.delete(data.nonce)) return; // another tab of this person asked for it
    this.done(data.nonce, true);
    this.dispatchEvent(new CustomEvent('modal', { detail: data }));
  }

  // done also heals an interaction that was given up too early.
  done(id, result) {
    const entry = this.take(id);
    this.drop(id);
    for (const [message, mark] of this.marks) {
      if (mark.nonce === id) this.mark(mark.channel, message, undefined);
    }
    entry?.settle?.(result);
  }

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
    entry.settle?.(null);
  }

  // lost ends everything under way: the answers went with the session.
  lost() {
    for (const id of [...this.waiting.keys()]) this.fail(id);
  }

  take(id) {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(entry?.timer);
    return entry;
  }

  drop(id) {
    const placeholder = this.sent.get(id);
    if (this.sent.delete(id)) this.show(placeholder.channel_id);
  }

  mark(channel, message, mark) {
    if (mark) this.marks.set(message, { ...mark, channel });
    else this.marks.delete(message);
    this.show(channel, [message]);
  }

  show(channel, ids = []) {
    this.dispatchEvent(new CustomEvent('messages', { detail: { channel, ids } }));
  }

  // shown are the values a select displays: the person's pick, else its defaults.
  shown(message, component) {
    const picked = this.picked.get(`${message.id}/${component.custom_id}`);
    if (picked) return picked;
    if (component.type === 3) return component.options.filter((o) => o.default).map((o) => o.value);
    return (component.default_values ?? []).map((v) => v.id);
  }
}
