// The page: it becomes one person, connects, and joins the parts together.
import { Attention } from './attention.js';
import { CHANNEL, World } from './world.js';
import { Composer } from './composer.js';
import { el } from './dom.js';
import { flatten, offered } from './commands.js';
import { Gateway } from './gateway.js';
import { handshake, Rest, simPost } from './rest.js';
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

const at = (id) => document.getElementById(id);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// say shows a short notice for a few seconds.
function say(text) {
  const note = el('p', { class: 'toast' }, text);
  at('toasts').append(note);
  setTimeout(() => note.remove(), 6000);
}

function banner(text) {
  at('banner').hidden = !text;
  at('banner').textContent = text ?? '';
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

// whoAmI picks the person named in the address, else the first, and writes the
// name into the address so that a reload stays the same person.
function whoAmI(people) {
  const wanted = new URLSearchParams(location.search).get('as');
  const person = people.find((p) => p.name.toLowerCase() === wanted?.toLowerCase()) ?? people[0];
  if (wanted && person.name.toLowerCase() !== wanted.toLowerCase()) say(`Nobody here is called ${wanted}. You are ${person.name}.`);
  history.replaceState(null, '', `/?as=${encodeURIComponent(person.name)}${location.hash}`);
  return person;
}

// A Page holds the parts of one person's client.
class Page {
  constructor(sim, person) {
    this.sim = sim;
    this.rest = new Rest(person.token);
    this.world = new World(this.rest, sim);
    this.interactions = new Interactions(this.rest, this.world);
    this.index = { application_commands: [] };
    this.leaves = [];
    const { world } = this;
    const acts = {
      channel: (id) => this.open(id),
      command: (name) => this.composer.begin(name),
      complain: say,
      leaves: () => this.leaves,
      send: (content) => this.rest.post(`/channels/${world.open}/messages`, { content }),
      direct: (user) => this.direct(user),
      become: (name) => this.become(name),
      speak: (locale) => this.speak(locale),
      addPerson: (name, locale) => this.attempt(() => simPost('people', { name, locale })),
      addChannel: () => this.addChannel(),
    };
    this.welcome = new Welcome(acts.command);
    this.stream = new Stream(at('stream'), world, this.interactions, this.welcome.node, acts);
    this.composer = new Composer(at('compose'), world, this.interactions, acts);
    this.attention = new Attention(world, at('announcer'));
    this.sidebar = new Sidebar(at('sidebar'), world, acts);
    this.topbar();
    this.makePanels(acts);
    this.listen();
    this.gateway = new Gateway(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/gateway/?v=10&encoding=json`, person.token, {
      onEvent: (type, data) => this.event(type, data),
      onUp: () => this.up(),
      onDown: () => {
        banner('Connection lost. Reconnecting…');
        this.interactions.lost();
      },
      onUnknown: () => reach().then(() => location.reload()),
    });
  }

  makePanels(acts) {
    const people = el('div', { class: 'panel' });
    const wire = el('div', { class: 'panel' });
    this.people = new People(people, this.world, acts);
    const log = new WireLog(wire);
    this.panels = new Panels(at('app'), at('sidebar'), at('side'), at('shade'), {
      people: { title: 'People', node: people },
      wire: { title: 'Wire log', node: wire, opened: () => log.start(), closed: () => log.stop?.() },
    });
  }

  listen() {
    const { world } = this;
    world.addEventListener('me', () => this.speakAnew());
    world.addEventListener('channels', () => this.sidebar.draw());
    world.addEventListener('members', () => {
      this.people.draw();
      this.sidebar.draw();
      this.greet();
    });
    this.interactions.addEventListener('modal', ({ detail }) => openModal(detail, world, this.interactions));
    addEventListener('hashchange', () => this.open(location.hash.slice(1)));
    setInterval(tick, 1000);
    setInterval(() => this.leaves.length || document.hidden || this.learn(), 2000);
    at('compose').addEventListener('focusin', () => this.learn());
  }

  topbar() {
    this.title = el('h1', {});
    const opener = (name, label, sign) => el('button', {
      type: 'button', class: 'tool', id: `open-${name}`, 'aria-label': label, title: label, 'aria-expanded': 'false',
      onclick: () => (name === 'menu' ? this.panels.toggleMenu() : this.panels.toggle(name)),
    }, icon(sign));
    this.threadButton = el('button', { type: 'button', class: 'tool', 'aria-label': 'Create a thread', title: 'Create a thread', onclick: () => this.addThread() }, icon('thread'));
    at('topbar').append(opener('menu', 'Channels', 'menu'), this.title, this.threadButton, opener('people', 'People', 'people'), opener('wire', 'Wire log', 'wire'));
  }

  event(type, data) {
    this.world.apply(type, data);
    this.interactions.apply(type, data);
    if (type === 'GUILD_APPLICATION_COMMAND_INDEX_UPDATE') this.learn(true);
  }

  // up runs after every connect: whatever was missed is fetched.
  async up() {
    const { world } = this;
    const first = !world.open;
    banner();
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

  async attempt(deed) {
    try {
      return (await deed()) ?? true;
    } catch (refused) {
      say(refused.message);
      return false;
    }
  }

  // learn fetches the commands, at most once in three seconds unless forced.
  async learn(now) {
    if (!this.world.guild || (!now && Date.now() - (this.learnt ?? 0) < 3000)) return;
    this.learnt = Date.now();
    try {
      this.index = await this.rest.get(`/guilds/${this.world.guild.id}/application-command-index`);
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
    this.leaves = flatten(this.index, world.me.locale).filter((leaf) => offered(leaf, dm, permissions));
    const makers = new Set(this.leaves.map((leaf) => leaf.root.application_id));
    const bots = world.bots().filter((bot) => makers.has(bot.id)).map((bot) => world.name(bot.id));
    this.welcome.draw(channel, world.name(world.me.id), this.leaves, bots);
  }

  // channel is the open one; a direct channel is named after its other side.
  channel() {
    const channel = this.world.channels.get(this.world.open);
    if (channel?.type === CHANNEL.dm) channel.name ??= channel.recipients?.[0]?.username ?? 'someone';
    return channel;
  }

  async open(id) {
    const { world } = this;
    if (!world.channels.has(id) || id === world.open) return;
    world.open = id;
    const channel = this.channel();
    const sign = channel.type === CHANNEL.dm ? 'at' : CHANNEL.threads.has(channel.type) ? 'thread' : 'hash';
    this.title.replaceChildren(icon(sign), channel.name);
    this.threadButton.hidden = channel.type !== CHANNEL.text;
    history.replaceState(null, '', `${location.pathname}${location.search}#${id}`);
    this.greet();
    this.composer.here(channel);
    this.stream.show(id);
    this.attention.seen();
    this.attention.title();
    this.sidebar.draw();
    this.panels.closeMenu();
    await this.attempt(() => world.refresh(id));
  }

  become(name) {
    location.assign(`/?as=${encodeURIComponent(name)}${location.hash}`);
  }

  async speak(locale) {
    if (await this.attempt(() => this.rest.patch('/users/@me/settings', { locale }))) this.world.apply('USER_UPDATE', { locale });
  }

  // speakAnew draws everything again in the language that the person has now.
  speakAnew() {
    if (!this.world.open) return;
    this.greet();
    this.people.draw();
    this.sidebar.draw();
    this.stream.update();
  }

  async direct(user) {
    const channel = await this.attempt(() => this.rest.post('/users/@me/channels', { recipients: [user] }));
    if (!channel) return;
    this.world.apply('CHANNEL_CREATE', channel);
    this.open(channel.id);
  }

  async addThread() {
    const name = await askLine('Create a thread', 'Name', 100);
    if (!name) return;
    const thread = await this.attempt(() => this.rest.post(`/channels/${this.world.open}/threads`, { name, type: 11, auto_archive_duration: 1440 }));
    if (!thread) return;
    this.world.apply('THREAD_CREATE', thread);
    this.open(thread.id);
  }

  async addChannel() {
    const name = await askLine('Add a channel', 'Name', 100);
    if (!name) return;
    const channel = await this.attempt(() => simPost('channels', { name }));
    if (!channel?.id) return;
    this.world.apply('CHANNEL_CREATE', { type: CHANNEL.text, name, ...channel });
    this.open(channel.id);
  }
}

listenForChoices();
banner('Connecting…');
const sim = await reach();
new Page(sim, whoAmI(sim.people)).gateway.connect();
