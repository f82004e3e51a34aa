// A small server for the tests: three people, a bot with commands, two roles.
import { World } from '../world.js';

export const ADA = { id: '101', username: 'Ada', locale: 'en-US' };
export const BEN = { id: '102', username: 'ben', global_name: 'Ben' };
export const BENNO = { id: '103', username: 'benno', global_name: 'Benno' };
export const BOT = { id: '900', username: 'Boathouse', bot: true };

const member = (user, roles = []) => ({ user, roles });

export const GUILD = {
  id: '1', name: 'The Club', owner_id: '999',
  channels: [{ id: '11', type: 0, name: 'general', position: 0 }, { id: '12', type: 0, name: 'cards', position: 1 }],
  threads: [{ id: '13', type: 11, name: 'side-game', parent_id: '11' }],
  members: [member(ADA, ['21']), member(BEN), member(BENNO), member(BOT)],
  roles: [{ id: '1', name: '@everyone', permissions: '2048' }, { id: '21', name: 'Hosts', permissions: '8192' }],
};

// openWorld is what Ada knows of the server once she is connected, or Ada in another language.
export function openWorld(rest = {}, locale = 'en-US') {
  const world = new World(rest, { guild: GUILD.id }, ADA);
  world.apply({ t: 'READY', d: { user: { ...ADA, locale }, session_id: 's1', guilds: [structuredClone(GUILD)] } });
  world.open = '11';
  return world;
}

export const PLAY = {
  id: '501', application_id: BOT.id, version: '7', name: 'play', description: 'Play a hand', name_localizations: { de: 'spielen' },
  options: [
    { type: 3, name: 'cards', description: 'Cards to lay', name_localizations: { de: 'karten' }, required: true, min_length: 2, max_length: 5 },
    { type: 4, name: 'meld', description: 'Which meld', min_value: 1, max_value: 9 },
    { type: 3, name: 'where', description: 'Where to', choices: [{ name: 'Far left', value: 'fl' }, { name: 'Left', value: 'l', name_localizations: { de: 'Links' } }, { name: 'Right', value: 'r' }] },
    { type: 3, name: 'card', description: 'From the hand', autocomplete: true },
    { type: 6, name: 'with', description: 'With whom' },
    { type: 5, name: 'quiet', description: 'Tell nobody' },
    { type: 7, name: 'room', description: 'In which room', channel_types: [0] },
    { type: 10, name: 'stake', description: 'Points', max_value: 2.5 },
  ],
};

export const RUM = {
  id: '502', application_id: BOT.id, version: '8', name: 'rum', description: 'Tables', name_localizations: { de: 'rommé' },
  options: [
    { type: 1, name: 'new', description: 'Open a table', name_localizations: { de: 'neu' }, options: [{ type: 4, name: 'players', description: 'How many', required: true }] },
    { type: 1, name: 'news', description: 'What is new' },
    { type: 2, name: 'house', description: 'The house', options: [{ type: 1, name: 'rules', description: 'Show the rules' }] },
  ],
};

export const HELP = { id: '503', application_id: BOT.id, version: '9', name: 'help', description: 'How to play' };

export const INDEX = { application_commands: [PLAY, RUM, HELP] };
