// The page: it becomes one person, connects, and joins the parts together.
import { Attention } from './attention.js';
import { CHANNEL, World } from './world.js';
import { Composer } from './composer.js';
import { el } from './dom.js';
import { flatten, offered } from './commands.js';
import { Gateway } from './gateway.js';
import { handshake, reason, Rest, simPost } from './rest.js';
import { icon } from './icons.js';
import { Interactions } from './interactions.js';
import { listenForChoices } from './chooser.js';
import { openModal } from './modal.js';
import { askLine } from './ask.js';
import { Panels } from './panels.js';
import { People } from './people.js';
import { Sidebar } from './sidebar.js';
import { Stream } from './stream.js';
import { tick } from './clock.js';
import { Welcome } from './welcome.js';
import { WireLog } from './wirelog.js';
/** @import { Channel, CommandIndex, Event, ID } from './discord.d.ts' */
/** @import { Leaf } from './commands.js' */
/** @import { Person, Sim } from './rest.js' */

/**
 * at finds a part of index.html.
 * @param {string} id
 */
function at(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * say shows a short notice for a few seconds.
 * @param {string} text
 */
function say(text) {
  const note = el('p', { class: 'toast' }, text);
  at('toasts').append(note);
  setTimeout(() => note.remove(), 6000);
}

/** @param {string} text nothing takes it away */
function banner(text) {
  at('banner').hidden = !text;
  at('banner').textContent = text;
}

// reach waits until the simulator answers and returns what it says of itself.
async function reach() {
  for (;;) {
    try {
      return await handshake();
    } catch {
      banner('Discord does not answer yet. Trying again…');
      await wait(1000);
    }
  }
}

/**
 * whoAmI picks the person named in the address, else the first, and writes the
 * name into the address so that a reload stays the same person.
 * @param {Person[]} people
 */
function whoAmI(people) {
  const wanted = new URLSearchParams(location.search).get('as');
  const person = people.find((p) => p.name.toLowerCase() === wanted?.toLowerCase()) ?? people[0];
  if (!person) throw new Error('Nobody is on this server.');
  if (wanted && person.name.toLowerCase() !== wanted.toLowerCase()) say(`Nobody here is called ${wanted}. You are ${person.name}.`);
  history.replaceState(null, '', `/?as=${encodeURIComponent(person.name)}${location.hash}`);
  return person;
}

// A Page holds the parts of one person's client.
class Page {
  /**
   * @param {Sim} sim
   * @param {Person} person
   */
  constructor(sim, person) {
    this.sim = sim;
    this.rest = new Rest(person.token);
    this.world = new World(this.rest, sim, { id: person.id, username: person.name, locale: person.locale });
    this.interactions = new Interactions(this.rest, this.world);
    /** @type {CommandIndex} */
    this.index = {};
    /** @type {Leaf[]} */
    this.leaves = []; // the commands offered in the open channel
    this.learnt = 0; // when the commands were last asked for
    const { world } = this;
    const acts = {
      channel: (/** @type {ID} */ id) => this.open(id),
      command: (/** @type {string} */ name) => this.composer.begin(name),
      complain: say,
      leaves: () => this.leaves,
      send: (/** @type {string} */ content) => this.rest.post(`/channels/${world.open}/messages`, { content }),
      direct: (/** @type {ID} */ user) => this.direct(user),
      become: (/** @type {string} */ name) => this.become(name),
      speak: (/** @type {string} */ locale) => this.speak(locale),
      addPerson: async (/** @type {string} */ name, /** @type {string} */ locale) => Boolean(await this.attempt(() => simPost('people', { name, locale }))),
      addChannel: () => this.addChannel(),
    };
    this.welcome = new Welcome(acts.command);
    this.stream = new Stream(at('stream'), world, this.interactions, this.welcome.node, acts);
    this.composer = new Composer(at('compose'), world, this.interactions, acts);
    this.attention = new Attention(world, this.interactions, at('announcer'));
    this.sidebar = new Sidebar(at('sidebar'), world, acts);
    this.title = el('h1', {});
    this.threadButton = el('button', { type: 'button', class: 'tool', 'aria-label': 'Create a thread', title: 'Create a thread', onclick: () => this.addThread() }, icon('thread'));
    this.topbar();
    const people = el('div', { class: 'panel' });
    const wire = el('div', { class: 'panel' });
    this.people = new People(people, world, acts);
    const log = new WireLog(wire);
    this.panels = new Panels(at('app'), at('sidebar'), at('side'), at('shade'), {
      people: { title: 'People', node: people },
      wire: { title: 'Wire log', node: wire, opened: () => log.start(), closed: () => log.stop?.() },
    });
    this.listen();
    this.gateway = new Gateway(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/gateway/?v=10&encoding=json`, person.token, {
      event: (event) => this.event(event),
      up: () => this.up(),
      down: () => {
        banner('Connection lost. Reconnecting…');
        this.interactions.lost();
      },
      unknown: () => reach().then(() => location.reload()),
    });
  }

  listen() {
    const { world } = this;
    world.on('me', () => this.speakAnew());
    world.on('channels', () => this.sidebar.draw());
    world.on('members', () => {
      this.people.draw();
      this.sidebar.draw();
      this.greet();
    });
    this.interactions.on('modal', (modal) => openModal(modal, world, this.interactions));
    addEventListener('hashchange', () => this.open(location.hash.slice(1)));
    setInterval(tick, 1000);
    setInterval(() => this.leaves.length || document.hidden || this.learn(), 2000);
    at('compose').addEventListener('focusin', () => this.learn());
  }

  topbar() {
    /**
     * @param {string} name
     * @param {string} label
     * @param {'menu' | 'people' | 'wire'} sign
     */
    const opener = (name, label, sign) => el('button', {
      type: 'button', class: 'tool', id: `open-${name}`, 'aria-label': label, title: label, 'aria-expanded': 'false',
      onclick: () => (name === 'menu' ? this.panels.toggleMenu() : this.panels.toggle(name)),
    }, icon(sign));
    at('topbar').append(opener('menu', 'Channels', 'menu'), this.title, this.threadButton, opener('people', 'People', 'people'), opener('wire', 'Wire log', 'wire'));
  }

  /** @param {Event} event */
  event(event) {
    this.world.apply(event);
    this.interactions.apply(event);
    if (event.t === 'GUILD_APPLICATION_COMMAND_INDEX_UPDATE') this.learn(true);
  }

  // up runs after every connect: whatever was missed is fetched.
  async up() {
    const { world } = this;
    const first = !world.open;
    banner('');
    this.interactions.found();
    if (first) {
      const hash = location.hash.slice(1);
      this.open(world.channels.has(hash) ? hash : this.sim.channel);
    }
    this.people.draw();
    this.sidebar.draw();
    await this.learn(true);
    if (first && matchMedia('(pointer: fine)').matches) at('composer').focus();
    for (const id of world.rooms.keys()) {
      if (!first || id !== world.open) await this.attempt(() => world.refresh(id));
    }
  }

  /**
   * attempt does something and says so if it is refused. It resolves to what came of it.
   * @template Result
   * @param {() => Promise<Result>} deed
   * @returns {Promise<NonNullable<Result> | true | undefined>} true for nothing, undefined when it was refused
   */
  async attempt(deed) {
    try {
      return (await deed()) ?? true;
    } catch (refused) {
      say(reason(refused));
      return undefined;
    }
  }

  /**
   * learn fetches the commands, at most once in three seconds unless forced.
   * @param {boolean} now
   */
  async learn(now = false) {
    if (!this.world.open || (!now && Date.now() - this.learnt < 3000)) return;
    this.learnt = Date.now();
    const { open } = this.world;
    try {
      const index = await this.rest.get(`/channels/${open}/application-command-index`);
      if (open !== this.world.open) return;
      this.index = index;
    } catch {
      return;
    }
    this.greet();
  }

  // greet works out the commands offered here and draws the head of the channel.
  greet() {
    const { world } = this;
    const channel = this.channel();
    if (!channel) return;
    const dm = channel.type === CHANNEL.dm;
    const permissions = world.permissions();
    const none = !this.leaves.length;
    this.leaves = flatten(this.index, world.locale).filter((leaf) => offered(leaf, dm, permissions));
    const makers = new Set(this.leaves.map((leaf) => leaf.root.application_id));
    const bots = world.bots().filter((bot) => makers.has(bot.id)).map((bot) => world.nameOf(bot));
    this.welcome.draw(channel, world.nameOf(world.me), this.leaves, bots);
    if (none && this.leaves.length) this.composer.offered();
  }

  // channel is the open one; a direct channel is named after its other side.
  channel() {
    const channel = this.world.channels.get(this.world.open ?? '');
    if (channel?.type === CHANNEL.dm) channel.name ??= channel.recipients?.[0]?.username ?? 'someone';
    return channel;
  }

  /** @param {ID} id */
  async open(id) {
    const { world } = this;
    if (!world.channels.has(id) || id === world.open) return;
    const before = this.channel();
    world.open = id;
    const channel = this.channel();
    if (!channel) return;
    const sign = channel.type === CHANNEL.dm ? 'at' : CHANNEL.threads.has(channel.type) ? 'thread' : 'hash';
    this.title.replaceChildren(icon(sign), channel.name ?? '');
    this.threadButton.hidden = channel.type !== CHANNEL.text;
    history.replaceState(null, '', `${location.pathname}${location.search}#${id}`);
    this.greet();
    if (before && (before.type === CHANNEL.dm) !== (channel.type === CHANNEL.dm)) this.learn(true); // which offer different commands
    this.composer.here(channel);
    this.stream.show(id);
    this.attention.seen();
    this.attention.title();
    this.sidebar.draw();
    this.panels.closeMenu();
    await this.attempt(() => world.refresh(id));
  }

  /** @param {string} name */
  become(name) {
    location.assign(`/?as=${encodeURIComponent(name)}${location.hash}`);
  }

  /** @param {string} locale */
  async speak(locale) {
    if (await this.attempt(() => this.rest.patch('/users/@me/settings', { locale }))) this.world.apply({ t: 'USER_UPDATE', d: { locale } });
  }

  // speakAnew draws everything again in the language that the person has now.
  speakAnew() {
    if (!this.world.open) return;
    this.greet();
    this.people.draw();
    this.sidebar.draw();
    this.stream.update();
  }

  /** @param {ID} user */
  async direct(user) {
    this.enter('CHANNEL_CREATE', await this.attempt(() => this.rest.post('/users/@me/channels', { recipients: [user] })));
  }

  async addThread() {
    const name = await askLine('Create a thread', 'Name', 100);
    if (!name) return;
    this.enter('THREAD_CREATE', await this.attempt(() => this.rest.post(`/channels/${this.world.open}/threads`, { name, type: 11, auto_archive_duration: 1440 })));
  }

  async addChannel() {
    const name = await askLine('Add a channel', 'Name', 100);
    if (!name) return;
    this.enter('CHANNEL_CREATE', await this.attempt(async () => ({ type: CHANNEL.text, name, ...await simPost('channels', { name }) })));
  }

  /**
   * enter opens a channel that was just made.
   * @param {'CHANNEL_CREATE' | 'THREAD_CREATE'} t
   * @param {Channel | true | undefined} made
   */
  enter(t, made) {
    if (typeof made !== 'object') return;
    this.world.apply({ t, d: made });
    this.open(made.id);
  }
}

listenForChoices();
banner('Connecting…');
const sim = await reach();
new Page(sim, whoAmI(sim.people)).gateway.connect();
