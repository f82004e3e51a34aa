// One message, drawn.
import { el, spoken } from './dom.js';
import { attachments, embed } from './embeds.js';
import { posted } from './clock.js';
import { avatar, icon } from './icons.js';
import { components } from './components.js';
import { failure } from './interactions.js';
import { markdown } from './markdown.js';
import { FLAG, flagged } from './world.js';
/** @import { View } from './components.js' */
/** @import { ID, Message } from './discord.d.ts' */
/** @import { Child } from './dom.js' */
/** @import { Interactions, Placeholder } from './interactions.js' */
/** @import { Names } from './markdown.js' */
/** @import { World } from './world.js' */

/** @typedef {(Message & {local?: undefined, why?: undefined}) | Placeholder} Shown a message, or the command that it will answer */

const KIND = { joined: 7, thread: 18 };

/**
 * drawMessage makes the list item of a message. Nodes carry no listeners: the stream delegates.
 * @param {Shown} message
 * @param {{world: World, interactions: Interactions}} around
 */
export function drawMessage(message, { world, interactions }) {
  const view = { message, world, interactions, names: world.names() };
  const ephemeral = flagged(message, FLAG.ephemeral);
  const author = world.nameOf(message.author);
  return el('li', {
    class: 'message', tabindex: -1, 'data-message-id': message.id, 'data-author': author, 'data-author-id': message.author.id,
    'data-ephemeral': ephemeral ? 'true' : null, 'data-pings': !message.local && world.pings(message) ? 'true' : null, 'data-local': message.local,
  },
  used(message, world), reply(message, view),
  el('div', { class: 'message-main' },
    el('div', { class: 'gutter' }, avatar(message.author)),
    el('div', { class: 'message-body' },
      el('div', { class: 'head' }, el('span', { class: 'author' }, author),
        message.author.bot ? el('span', { class: 'tag' }, 'APP') : null, posted(message.timestamp, view.names.locale)),
      body(message, view), complaint(message, interactions),
      ephemeral ? el('p', { class: 'private' }, icon('eye'), el('span', {}, 'Only you can see this · '), dismissal(message.id)) : null)),
  tools(message, world));
}

/** @param {ID} id */
function dismissal(id) {
  return el('button', { type: 'button', class: 'linkish', 'data-dismiss': id }, 'Dismiss message');
}

/**
 * commandOf names the command that a message answers, if it answers one.
 * @param {Message} message
 */
export function commandOf(message) {
  return message.interaction_metadata?.name ?? message.interaction?.name;
}

/**
 * used is the line "Ada used /rum new" over an answer to a command.
 * @param {Message} message
 * @param {World} world
 */
function used(message, world) {
  const name = commandOf(message);
  if (!name) return null;
  const user = message.interaction_metadata?.user ?? message.interaction?.user;
  return el('p', { class: 'used' }, el('strong', {}, user ? world.nameOf(user) : 'Someone'), ' used ', el('span', { class: 'mention' }, `/${name}`));
}

/**
 * @param {Message} message
 * @param {View} view
 */
function reply(message, view) {
  if (!message.message_reference || message.type === KIND.thread) return null;
  const to = message.referenced_message;
  if (to === undefined) return null;
  if (to === null) return el('p', { class: 'used' }, 'Original message was deleted');
  const name = view.world.nameOf(to.author);
  return el('p', { class: 'used' }, el('button', { type: 'button', class: 'linkish', 'data-jump': to.id },
    'Reply to ', el('strong', {}, name), excerpt(to.content ?? '', view.names)));
}

/**
 * excerpt is the beginning of a text without its markup and its spoilers.
 * @param {string} content
 * @param {Names} names
 */
function excerpt(content, names) {
  const text = spoken(markdown(content.replace(/\|\|[^]*?\|\|/g, '▮▮▮'), names));
  return ` ${[...text].slice(0, 80).join('')}`;
}

/**
 * @param {Shown} message
 * @param {View} view
 * @returns {Child}
 */
function body(message, view) {
  if (message.local === 'loading') return thinking(`Sending command…`);
  if (message.local === 'failed') return [];
  if (flagged(message, FLAG.loading)) return thinking(`${view.world.nameOf(message.author)} is thinking…`);
  if (message.type === KIND.joined) return el('p', { class: 'system' }, 'joined the server.');
  if (message.type === KIND.thread) {
    const thread = message.message_reference?.channel_id ?? message.thread?.id;
    return el('p', { class: 'system' }, 'started a thread: ',
      el('button', { type: 'button', class: 'linkish', 'data-channel-id': thread }, message.content || 'open'));
  }
  const edited = message.edited_timestamp ? el('span', { class: 'edited' }, '(edited)') : null;
  if (flagged(message, FLAG.v2)) return [el('div', { class: 'parts', 'data-key': 'parts' }, components(message.components ?? [], view)), edited];
  return [
    message.content ? el('div', { class: 'text content', 'data-key': 'content' }, markdown(message.content, view.names)) : null,
    attachments(message.attachments ?? []),
    (message.embeds ?? []).map((data) => embed(data, view.names)),
    message.components?.length ? el('div', { class: 'parts', 'data-key': 'parts' }, components(message.components, view)) : null,
    edited,
  ];
}

/** @param {string} words */
function thinking(words) {
  return el('p', { class: 'thinking' }, el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i')), words);
}

/**
 * complaint says that the bot did not answer, under the message that was used.
 * @param {Shown} message
 * @param {Interactions} interactions
 */
function complaint(message, interactions) {
  const mark = interactions.marks.get(message.id);
  const why = message.local === 'failed' ? message.why ?? 'The application did not respond.' : mark?.why;
  if (message.local !== 'failed' && mark?.state !== 'failed') return null;
  return el('p', { class: 'complaint' }, el('span', {}, failure(why)), ' ',
    message.local ? dismissal(message.id) : null);
}

/**
 * @param {Shown} message
 * @param {World} world
 */
function tools(message, world) {
  if (message.local || !world.mayDelete(message)) return null;
  return el('div', { class: 'tools' },
    el('button', { type: 'button', class: 'tool', 'data-delete': message.id, 'aria-label': 'Delete message', title: 'Delete message' }, icon('bin')));
}
