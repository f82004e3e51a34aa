// Everything that this person knows of the server, kept up by gateway events.

export const FLAG = { ephemeral: 64, loading: 128, v2: 1 << 15 };
export const CHANNEL = { text: 0, dm: 1, threads: new Set([10, 11, 12]) };

const MANAGE_MESSAGES = 1n << 13n;
const ADMINISTRATOR = 1n << 3n;
const PAGE = 50;

const newer = (a, b) => (BigInt(a) < BigInt(b) ? -1 : 1);

// A World holds the server as one person sees it. It dispatches "channels",
// "members" and "me" without detail, "messages" with {channel, ids} (ids is
// undefined when the whole list changed), and "arrived" with the new message.
export class World extends EventTarget {
  constructor(rest, sim) {
    super();
    this.rest = rest;
    this.sim = sim;
    this.me = null;
    this.guild = null;
    this.channels = new Map();
    this.members = new Map();
    this.roles = new Map();
    this.rooms = new Map(); // channel id -> {messages, complete, turn, news}
    // news holds what events said while a page was being fetched, which may be
    // older than they are: message id -> its newest state, null if it was deleted.
    this.unread = new Map(); // channel id -> {messages, pings}
    this.open = null;
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem('dismissed') ?? '[]'));
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  apply(type, data) {
    switch (type) {
      case 'READY': return this.ready(data);
      case 'USER_UPDATE':
        this.me = { ...this.me, ...data };
        return this.tell('me');
      case 'GUILD_CREATE': return this.enter(data);
      case 'CHANNEL_CREATE': case 'CHANNEL_UPDATE': case 'THREAD_CREATE': case 'THREAD_UPDATE':
        this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
        return this.tell('channels');
      case 'CHANNEL_DELETE': case 'THREAD_DELETE':
        this.channels.delete(data.id);
        return this.tell('channels');
      case 'GUILD_MEMBER_ADD': case 'GUILD_MEMBER_UPDATE':
        this.members.set(data.user.id, { ...this.members.get(data.user.id), ...data });
        return this.tell('members');
      case 'GUILD_MEMBER_REMOVE':
        this.members.delete(data.user.id);
        return this.tell('members');
      case 'MESSAGE_CREATE': return this.receive(data);
      case 'MESSAGE_UPDATE': return this.amend(data);
      case 'MESSAGE_DELETE': return this.forget(data.channel_id, data.id);
      default: return undefined;
    }
  }

  ready(data) {
    this.me = data.user;
    this.session = data.session_id;
    for (const channel of data.private_channels ?? []) this.channels.set(channel.id, channel);
    for (const guild of data.guilds ?? []) {
      if (!guild.unavailable) this.enter(guild);
    }
    this.tell('me');
  }

  enter(guild) {
    if (guild.id !== this.sim.guild) return;
    this.guild = { ...guild, ...guild.properties };
    for (const channel of [...(guild.channels ?? []), ...(guild.threads ?? [])]) this.channels.set(channel.id, channel);
    for (const member of guild.members ?? []) this.members.set(member.user.id, member);
    for (const role of guild.roles ?? []) this.roles.set(role.id, role);
    this.tell('channels');
    this.tell('members');
  }

  room(channel) {
    if (!this.rooms.has(channel)) this.rooms.set(channel, { messages: new Map(), complete: false });
    return this.rooms.get(channel);
  }

  // messages lists what the person sees in a channel, oldest first.
  messages(channel) {
    return [...this.room(channel).messages.values()].sort((a, b) => newer(a.id, b.id));
  }

  message(channel, id) {
    return this.room(channel).messages.get(id);
  }

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

  amend(change) {
    const { messages, news } = this.room(change.channel_id);
    const before = messages.get(change.id);
    news?.set(change.id, { ...news.get(change.id), ...change });
    if (!before || this.dismissed.has(change.id)) return;
    messages.set(change.id, { ...before, ...change });
    this.tell('messages', { channel: change.channel_id, ids: [change.id] });
  }

  forget(channel, id) {
    const room = this.room(channel);
    room.news?.set(id, null);
    if (room.messages.delete(id)) this.tell('messages', { channel, ids: [id] });
  }

  // dismiss hides an ephemeral message in this tab for good; Discord never hears of it.
  dismiss(channel, id) {
    this.dismissed.add(id);
    sessionStorage.setItem('dismissed', JSON.stringify([...this.dismissed].slice(-200)));
    this.forget(channel, id);
  }

  // refresh fetches the newest page and drops what is gone from it. Older pages
  // stay only where no gap can lie between them and the newest.
  refresh(channel) {
    const room = this.room(channel);
    const before = room.turn ?? Promise.resolve();
    room.turn = before.catch(() => undefined).then(() => this.fetchNewest(channel, room));
    return room.turn;
  }

  async fetchNewest(channel, room) {
    room.news = new Map();
    try {
      const page = await this.rest.get(`/channels/${channel}/messages?limit=${PAGE}`);
      const overlaps = page.some((message) => room.messages.has(message.id));
      const oldest = page.at(-1)?.id;
      for (const id of [...room.messages.keys()]) {
        if (!room.news.has(id) && (!overlaps || newer(id, oldest) > 0)) room.messages.delete(id);
      }
      this.keep(room, page);
    } finally {
      room.news = undefined;
    }
    this.tell('messages', { channel });
  }

  // older fetches the page before the oldest known message.
  async older(channel) {
    const room = this.room(channel);
    const before = this.messages(channel)[0]?.id;
    if (room.complete || !before) return;
    this.keep(room, await this.rest.get(`/channels/${channel}/messages?limit=${PAGE}&before=${before}`));
    this.tell('messages', { channel });
  }

  keep(room, page) {
    for (const message of page) {
      const news = room.news?.get(message.id);
      if (news !== null && !this.dismissed.has(message.id)) room.messages.set(message.id, { ...message, ...news });
    }
    if (page.length < PAGE) room.complete = true;
  }

  name(id) {
    const member = this.members.get(id);
    return member?.nick ?? member?.user.global_name ?? member?.user.username ?? (id === this.me?.id ? this.me.username : undefined);
  }

  user(id) {
    return this.members.get(id)?.user ?? (id === this.me?.id ? this.me : undefined);
  }

  // bots lists the applications' users, people the others, each by name.
  bots() { return this.sorted((user) => user.bot); }
  people() { return this.sorted((user) => !user.bot); }

  sorted(wanted) {
    return [...this.members.values()].map((m) => m.user).filter(wanted)
      .sort((a, b) => this.name(a.id).localeCompare(this.name(b.id)));
  }

  // permissions of this person in the server, as a bit set.
  permissions() {
    if (this.guild?.owner_id === this.me?.id) return ~0n;
    const held = [this.guild?.id, ...(this.members.get(this.me?.id)?.roles ?? [])];
    const bits = held.reduce((sum, id) => sum | BigInt(this.roles.get(id)?.permissions ?? 0), 0n);
    return bits & ADMINISTRATOR ? ~0n : bits;
  }

  mayDelete(message) {
    if (message.flags & FLAG.ephemeral) return false;
    return message.author.id === this.me.id || Boolean(this.permissions() & MANAGE_MESSAGES);
  }

  // pings tells whether a message notifies this person.
  pings(message) {
    if (message.author.id === this.me.id) return false;
    const roles = this.members.get(this.me.id)?.roles ?? [];
    return Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === this.me.id)
      || (message.mention_roles ?? []).some((role) => roles.includes(role))
      || this.channels.get(message.channel_id)?.type === CHANNEL.dm;
  }

  // names is the context that markdown needs.
  names() {
    return {
      locale: this.me.locale ?? 'en-US',
      me: this.me.id,
      user: (id) => this.name(id),
      channel: (id) => this.channels.get(id)?.name,
      role: (id) => this.roles.get(id)?.name,
    };
  }
}
