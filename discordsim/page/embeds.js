// Classic embeds and attachments, drawn.
import { el, safeURL } from './dom.js';
import { stamp } from './clock.js';
import { fileCard, picture } from './components.js';
import { markdown, markdownLine } from './markdown.js';

// embed draws one embed.
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
  if (Number.isInteger(data.color)) node.style.setProperty('--accent', `#${data.color.toString(16).padStart(6, '0')}`);
  return node;
}

function linked(address, label) {
  const href = address && safeURL(address);
  return href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label) : label;
}

function field(data, names) {
  return el('div', { 'data-inline': data.inline },
    el('dt', {}, markdownLine(data.name, names)), el('dd', { class: 'text' }, markdown(data.value, names)));
}

function foot(data, names) {
  if (!data.footer && !data.timestamp) return null;
  return el('footer', {}, data.footer?.text, data.footer && data.timestamp ? ' · ' : null,
    data.timestamp ? stamp(Date.parse(data.timestamp) / 1000, 'f', names.locale) : null);
}

// attachments draws the files of a classic message: pictures as a gallery, others as cards.
export function attachments(list) {
  const isPicture = (a) => /^(?:image|video)\//.test(a.content_type ?? '') && safeURL(a.url);
  const pictures = list.filter(isPicture);
  const files = list.filter((a) => !isPicture(a));
  const spoiler = (a) => a.filename.startsWith('SPOILER_');
  return [
    pictures.length ? el('div', { class: 'gallery', 'data-count': pictures.length < 3 || pictures.length === 4 ? pictures.length : 'many' },
      pictures.map((a) => picture(a, { description: a.description, spoiler: spoiler(a) }, 'media'))) : null,
    ...files.map((a) => fileCard(a, a.filename, a.size, spoiler(a))),
  ];
}
