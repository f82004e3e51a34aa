// Everything that this person knows of the server, kept up by gateway events.
import { Teller } from './teller.js';
/** @import { Change, Channel, Event, Events, Guild, ID, Member, Message, Role, User } from './discord.d.ts' */
/** @import { Names } from './markdown.js' */
/** @import { Rest, Sim } from './rest.js' */

export const FLAG = { ephemeral: 64, loading: 128, v2: 1 << 15 };
export const CHANNEL = { text: 0, dm: 1, threads: new Set([10, 11, 12]) };

/**
 * flagged tells whether a message carries a flag.
 * @param {Message} message
 * @param {number} flag
 */
export function flagged(message, flag) {
  return Boolean((message.flags ?? 0) & flag);
}

const HIDDEN = 1 << 17; // the flag of a channel that one may not see
const MANAGE_MESSAGES = 1n << 13n;
const ADMINISTRATOR = 1n << 3n;
const PAGE = 50;

/**
 * newer sorts ids by their age, the oldest first.
 * @param {ID} a
 * @param {ID} b
 */
const newer = (a, b) => (BigInt(a) < BigInt(b) ? -1 : 1);

/**
 * A Room holds what is known of a channel's messages. turn is the fetching under
 * way; news holds what events said meanwhile, which may be newer than what is
 * fetched: the changes of a message, null if it was deleted.
 * @typedef {{messages: Map<ID, Message>, complete: boolean, turn?: Promise<void>, news?: Map<ID, Partial<Message> | null>}} Room
 */

/** @typedef {{before: Message, message: Message}} Amended a message as it was, and as it is */

/** @typedef {{channel: ID, ids?: ID[]}} Drawn which messages look different; all of the channel where ids are left out */

/**
 * A World holds the server as one person sees it, and tells what of it changed
 * and which message is new or was changed.
 * @extends {Teller<{channels: undefined, members: undefined, me: undefined, messages: Drawn, arrived: Message, amended: Amended}>}
 */
export class World extends Teller {
  /**
   * @param {Pick<Rest, 'get' | 'delete'>} rest
   * @param {Pick<Sim, 'guild'>} sim
   * @param {User} me as far as it is known before READY
   */
  constructor(rest, sim, me) {
    super();
    this.rest = rest;
    this.sim = sim;
    this.me = me;
    this.session = ''; // of the gateway
    /** @type {Guild | undefined} */
    this.guild = undefined;
    /** @type {Map<ID, Channel>} */
    this.channels = new Map();
    /** @type {Map<ID, Member>} */
    this.members = new Map();
    /** @type {Map<ID, Role>} */
    this.roles = new Map();
    /** @type {Map<ID, Room>} */
    this.rooms = new Map();
    /** @type {Map<ID, {messages: number, pings: number}>} */
    this.unread = new Map();
    /** @type {ID | undefined} */
    this.open = undefined; // the channel that is looked at
    /** @type {Set<ID>} */
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem('dismissed') ?? '[]'));
  }

  /** @param {Event} event */
  apply({ t, d }) {
    switch (t) {
      case 'READY': return this.ready(d);
      case 'USER_UPDATE':
        this.me = { ...this.me, ...d };
        return this.tell('me');
      case 'GUILD_CREATE': return this.enter(d);
      case 'CHANNEL_CREATE': case 'CHANNEL_UPDATE': case 'THREAD_CREATE': case 'THREAD_UPDATE':
        this.show(d);
        return this.tell('channels');
      case 'CHANNEL_DELETE': case 'THREAD_DELETE':
        this.channels.delete(d.id);
        return this.tell('channels');
      case 'GUILD_MEMBER_ADD': case 'GUILD_MEMBER_UPDATE':
        this.members.set(d.user.id, { ...this.members.get(d.user.id), ...d });
        return this.tell('members');
      case 'GUILD_MEMBER_REMOVE':
        this.members.delete(d.user.id);
        return this.tell('members');
      case 'MESSAGE_CREATE': return this.receive(d);
      case 'MESSAGE_UPDATE': return this.amend(d);
      case 'MESSAGE_DELETE': return this.forget(d.channel_id, d.id);
      default: return undefined;
    }
  }

  /** @param {Events['READY']} data */
  ready(data) {
    this.me = data.user;
    this.session = data.session_id;
    for (const channel of data.private_channels ?? []) this.channels.set(channel.id, channel);
    for (const guild of data.guilds ?? []) {
      if (!guild.unavailable) this.enter(guild);
    }
    this.tell('me');
  }

  /** @param {Guild} guild */
  enter(guild) {
    if (guild.id !== this.sim.guild) return;
    this.guild = { ...guild, ...guild.properties };
    for (const channel of [...(guild.channels ?? []), ...(guild.threads ?? [])]) this.show(channel);
    for (const member of guild.members ?? []) this.members.set(member.user.id, member);
    for (const role of guild.roles ?? []) this.roles.set(role.id, role);
    this.tell('channels');
    this.tell('members');
  }

  /**
   * show lists a channel, or drops one that this person doesn't see any more.
   * @param {Channel} channel
   */
  show(channel) {
    if ((channel.flags ?? 0) & HIDDEN) this.channels.delete(channel.id);
    else this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
  }

  /**
   * @param {ID} channel
   * @returns {Room}
   */
  room(channel) {
    const room = this.rooms.get(channel) ?? { messages: new Map(), complete: false };
    this.rooms.set(channel, room);
    return room;
  }

  /**
   * messages lists what the person sees in a channel, oldest first.
   * @param {ID} channel
   */
  messages(channel) {
    return [...this.room(channel).messages.values()].sort((a, b) => newer(a.id, b.id));
  }

  /**
   * @param {ID} channel
   * @param {ID} id
   */
  message(channel, id) {
    return this.room(channel).messages.get(id);
  }

  /** @param {Message} message */
  receive(message) {
    if (this.dismissed.has(message.id)) return;
    const room = this.room(message.channel_id);
    const first = !room.messages.has(message.id);
    room.messages.set(message.id, message);
    room.news?.set(message.id, message);
    const channel = this.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    this.tell('messages', { channel: message.channel_id, ids: [message.id] });
    if (first) this.tell('arrived', message);
  }

  /** @param {Change} change */
  amend(change) {
    const { messages, news } = this.room(change.channel_id);
    const before = messages.get(change.id);
    news?.set(change.id, { ...news.get(change.id), ...change });
    if (!before || this.dismissed.has(change.id)) return;
    const message = { ...before, ...change };
    messages.set(change.id, message);
    this.tell('messages', { channel: change.channel_id, ids: [change.id] });
    this.tell('amended', { before, message });
  }

  /**
   * @param {ID} channel
   * @param {ID} id
   */
  forget(channel, id) {
    const room = this.room(channel);
    room.news?.set(id, null);
    if (room.messages.delete(id)) this.tell('messages', { channel, ids: [id] });
  }

  /**
   * dismiss hides an ephemeral message in this tab for good; Discord never hears of it.
   * @param {ID} channel
   * @param {ID} id
   */
  dismiss(channel, id) {
    this.dismissed.add(id);
    sessionStorage.setItem('dismissed', JSON.stringify([...this.dismissed].slice(-200)));
    this.forget(channel, id);
  }

  /**
   * refresh fetches the newest page and drops what is gone from it. Older pages
   * stay only where no gap can lie between them and the newest.
   * @param {ID} channel
   */
  refresh(channel) {
    const room = this.room(channel);
    const before = room.turn ?? Promise.resolve();
    room.turn = before.catch(() => undefined).then(() => this.fetchNewest(channel, room));
    return room.turn;
  }

  /**
   * @param {ID} channel
   * @param {Room} room
   */
  async fetchNewest(channel, room) {
    /** @type {NonNullable<Room['news']>} */
    const news = new Map();
    room.news = news;
    try {
      /** @type {Message[]} */
      const page = await this.rest.get(`/channels/${channel}/messages?limit=${PAGE}`);
      const overlaps = page.some((message) => room.messages.has(message.id));
      const oldest = page.at(-1)?.id;
      for (const id of [...room.messages.keys()]) {
        if (!news.has(id) && (!overlaps || !oldest || newer(id, oldest) > 0)) room.messages.delete(id);
      }
      this.keep(room, page);
    } finally {
      room.news = undefined;
    }
    this.tell('messages', { channel });
  }

  /**
   * older fetches the page before the oldest known message.
   * @param {ID} channel
   */
  async older(channel) {
    const room = this.room(channel);
    const before = this.messages(channel)[0]?.id;
    if (room.complete || !before) return;
    this.keep(room, await this.rest.get(`/channels/${channel}/messages?limit=${PAGE}&before=${before}`));
    this.tell('messages', { channel });
  }

  /**
   * @param {Room} room
   * @param {Message[]} page
   */
  keep(room, page) {
    for (const message of page) {
      const news = room.news?.get(message.id);
      if (news !== null && !this.dismissed.has(message.id)) room.messages.set(message.id, { ...message, ...news });
    }
    if (page.length < PAGE) room.complete = true;
  }

  // locale is the language that this person reads.
  get locale() { return this.me.locale ?? 'en-US'; }

  /**
   * name is what somebody is called here, undefined where nobody is known by that id.
   * @param {ID} id
   */
  name(id) {
    const member = this.members.get(id);
    return member?.nick ?? member?.user.global_name ?? member?.user.username ?? (id === this.me.id ? this.me.username : undefined);
  }

  /**
   * nameOf is the same for an account, which has a name everywhere.
   * @param {User} user
   */
  nameOf(user) { return this.name(user.id) ?? user.global_name ?? user.username; }

  /** @param {ID} id */
  user(id) {
    return this.members.get(id)?.user ?? (id === this.me.id ? this.me : undefined);
  }

  // bots lists the applications' users, people the others, each by name.
  bots() { return this.sorted((user) => Boolean(user.bot)); }
  people() { return this.sorted((user) => !user.bot); }

  /** @param {(user: User) => boolean} wanted */
  sorted(wanted) {
    return [...this.members.values()].map((m) => m.user).filter(wanted)
      .sort((a, b) => this.nameOf(a).localeCompare(this.nameOf(b)));
  }

  // permissions of this person in the server, as a bit set.
  permissions() {
    if (this.guild?.owner_id === this.me.id) return ~0n;
    const held = [this.sim.guild, ...(this.members.get(this.me.id)?.roles ?? [])];
    const bits = held.reduce((sum, id) => sum | BigInt(this.roles.get(id)?.permissions ?? 0), 0n);
    return bits & ADMINISTRATOR ? ~0n : bits;
  }

  /** @param {Message} message */
  mayDelete(message) {
    if (flagged(message, FLAG.ephemeral)) return false;
    return message.author.id === this.me.id || Boolean(this.permissions() & MANAGE_MESSAGES);
  }

  /**
   * pings tells whether a message notifies this person.
   * @param {Message} message
   */
  pings(message) {
    if (message.author.id === this.me.id) return false;
    const roles = this.members.get(this.me.id)?.roles ?? [];
    return Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === this.me.id)
      || (message.mention_roles ?? []).some((role) => roles.includes(role))
      || this.channels.get(message.channel_id)?.type === CHANNEL.dm;
  }

  /**
   * names is the context that markdown needs.
   * @returns {Names}
   */
  names() {
    return {
      locale: this.locale,
      me: this.me.id,
      user: (id) => this.name(id),
      channel: (id) => this.channels.get(id)?.name,
      role: (id) => this.roles.get(id)?.name,
    };
  }
}
