// Classic embeds and attachments, drawn.
import { el, safeURL } from './dom.js';
import { stamp } from './clock.js';
import { colour, fileCard, picture, tiles } from './components.js';
import { markdown, markdownLine } from './markdown.js';

/** @import { Attachment, Embed, EmbedField } from './discord.d.ts' */
/** @import { Child } from './dom.js' */
/** @import { Names } from './markdown.js' */

/**
 * embed draws one embed.
 * @param {Embed} data
 * @param {Names} names
 */
export function embed(data, names) {
  const node = el('article', { class: 'embed' },
    el('div', { class: 'embed-body' },
      data.author ? el('p', { class: 'embed-author' }, linked(data.author.url, data.author.name)) : null,
      data.title ? el('h3', { class: 'embed-title' }, linked(data.url, markdownLine(data.title, names))) : null,
      data.description ? el('div', { class: 'text' }, markdown(data.description, names)) : null,
      data.fields?.length ? el('dl', { class: 'fields' }, data.fields.map((f) => field(f, names))) : null,
      data.image ? picture(data.image, { description: data.image.description }, 'media') : null,
      foot(data, names)),
    data.thumbnail ? picture(data.thumbnail, { description: data.thumbnail.description }, 'media thumbnail') : null);
  if (typeof data.color === 'number') node.style.setProperty('--accent', colour(data.color));
  return node;
}

/**
 * @param {string | undefined} address
 * @param {Child} label
 */
function linked(address, label) {
  const href = safeURL(address);
  return href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label) : label;
}

/**
 * @param {EmbedField} data
 * @param {Names} names
 */
function field(data, names) {
  return el('div', { 'data-inline': data.inline },
    el('dt', {}, markdownLine(data.name, names)), el('dd', { class: 'text' }, markdown(data.value, names)));
}

/**
 * @param {Embed} data
 * @param {Names} names
 */
function foot(data, names) {
  if (!data.footer && !data.timestamp) return null;
  return el('footer', {}, data.footer?.text, data.footer && data.timestamp ? ' · ' : null,
    data.timestamp ? stamp(Date.parse(data.timestamp) / 1000, 'f', names.locale) : null);
}

/**
 * attachments draws the files of a classic message: pictures as a gallery, others as cards.
 * @param {Attachment[]} list
 */
export function attachments(list) {
  /** @param {Attachment} a */
  const isPicture = (a) => /^(?:image|video)\//.test(a.content_type ?? '') && safeURL(a.url);
  const pictures = list.filter(isPicture);
  const files = list.filter((a) => !isPicture(a));
  /** @param {Attachment} a */
  const spoiler = (a) => a.filename.startsWith('SPOILER_');
  return [
    pictures.length ? tiles(pictures.map((a) => picture(a, { description: a.description, spoiler: spoiler(a) }, 'media'))) : null,
    ...files.map((a) => fileCard(a, a.filename, a.size, spoiler(a))),
  ];
}
