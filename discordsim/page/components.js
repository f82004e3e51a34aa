// A message's components, drawn. Every interactive one carries data-custom-id and
// data-path, its place in the tree ("0.1.2"), which componentAt reads back.
import { el, safeURL } from './dom.js';
import { icon } from './icons.js';
import { emoji, markdown } from './markdown.js';
import { isSelect, selectButton } from './selects.js';
/** @import { Button, Component, Container, Described, FileComponent, Gallery, Media, Message, Row, Section, Select } from './discord.d.ts' */
/** @import { Interactions } from './interactions.js' */
/** @import { Names } from './markdown.js' */
/** @import { World } from './world.js' */

/** @typedef {{message: Message, world: World, interactions: Interactions, names: Names}} View what a component is drawn for */

const TYPE = /** @type {const} */ ({ row: 1, button: 2, section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17 });

/** @type {Record<number, string>} */
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

/**
 * @param {Message | Component} parent
 * @returns {Component[]}
 */
function childrenOf(parent) {
  const inside = 'components' in parent ? parent.components ?? [] : [];
  return 'accessory' in parent ? [...inside, parent.accessory] : inside;
}

/**
 * componentAt finds a message's component by its path.
 * @param {Message} message
 * @param {string} path
 * @returns {Component | undefined}
 */
export function componentAt(message, path) {
  const [first, ...rest] = path.split('.').map(Number);
  return rest.reduce((node, index) => node && childrenOf(node)[index], childrenOf(message)[first ?? -1]);
}

/**
 * components draws a message's top level.
 * @param {Component[]} list
 * @param {View} view
 */
export function components(list, view) {
  return list.map((component, i) => draw(component, String(i), view));
}

/**
 * @param {Component} component
 * @param {string} path
 * @param {View} view
 * @returns {HTMLElement}
 */
function draw(component, path, view) {
  if (isSelect(component)) return select(component, path, view);
  switch (component.type) {
    case TYPE.row: return row(component, path, view);
    case TYPE.button: return button(component, path, view);
    case TYPE.section: return section(component, path, view);
    case TYPE.text: return el('div', { class: 'text' }, markdown(component.content, view.names));
    case TYPE.thumbnail: return picture(component.media, component, 'media thumbnail');
    case TYPE.gallery: return gallery(component);
    case TYPE.file: return fileCard(component.file, component.name ?? component.file.name, component.size, component.spoiler);
    case TYPE.separator: return el('hr', { class: `separator ${component.spacing === 2 ? 'large' : ''}`, 'data-line': component.divider !== false });
    case TYPE.container: return container(component, path, view);
    default: return unknown(component);
  }
}

/**
 * unknown says that there is a component which this page doesn't know.
 * @param {{type: number}} component
 */
function unknown({ type }) {
  return el('p', { class: 'unknown' }, `This page cannot draw a component of type ${type}.`);
}

/**
 * @param {{components: Component[]}} component
 * @param {string} path
 * @param {View} view
 */
function children(component, path, view) {
  return component.components.map((child, i) => draw(child, `${path}.${i}`, view));
}

/**
 * row keys its buttons by their words, so that a redraw never turns the button
 * that has the focus into another one.
 * @param {Row} component
 * @param {string} path
 * @param {View} view
 */
function row(component, path, view) {
  const node = el('div', { class: 'row' }, children(component, path, view));
  const seen = new Map();
  for (const child of node.children) {
    const words = child.getAttribute('data-key') ?? child.textContent;
    const turn = (seen.get(words) ?? 0) + 1;
    seen.set(words, turn);
    child.setAttribute('data-key', `${words}#${turn}`);
  }
  return node;
}

/**
 * @param {Button} component
 * @param {string} path
 * @param {View} view
 */
function button(component, path, view) {
  const mark = view.interactions.marks.get(view.message.id);
  const busy = mark?.state === 'loading';
  const mine = busy && mark.path === path;
  const inside = [component.emoji ? emoji(component.emoji) : null, component.label ? el('span', { class: 'label' }, component.label) : null];
  const look = `button ${STYLES[component.style] ?? 'secondary'}`;
  if (component.style === 5) {
    return el('a', {
      class: look, href: component.disabled ? null : safeURL(component.url), target: '_blank', rel: 'noopener noreferrer',
      'aria-disabled': component.disabled ? 'true' : null, 'data-path': path,
    }, inside, icon('out'));
  }
  return el('button', {
    type: 'button', class: look, 'data-custom-id': component.custom_id, 'data-path': path,
    'aria-disabled': component.disabled || (busy && !mine) ? 'true' : null, 'aria-busy': mine ? 'true' : null,
    'aria-label': component.label ? null : component.emoji?.name ?? 'Button',
  }, inside);
}

/**
 * @param {Select} component
 * @param {string} path
 * @param {View} view
 */
function select(component, path, view) {
  const mark = view.interactions.marks.get(view.message.id);
  const mine = mark?.state === 'loading' && mark.path === path;
  return selectButton(component, view.interactions.shown(view.message, component), view.world,
    { 'data-path': path, 'data-key': `select-${path}`, 'aria-busy': mine ? 'true' : null });
}

/**
 * @param {Section} component
 * @param {string} path
 * @param {View} view
 */
function section(component, path, view) {
  return el('div', { class: 'section' }, el('div', { class: 'section-text' }, children(component, path, view)),
    el('div', { class: 'accessory' }, draw(component.accessory, `${path}.${component.components.length}`, view)));
}

/**
 * @param {Container} component
 * @param {string} path
 * @param {View} view
 */
function container(component, path, view) {
  const node = el('div', { class: 'container' }, children(component, path, view));
  const { accent_color: accent } = component;
  if (typeof accent === 'number') {
    node.classList.add('accented');
    node.style.setProperty('--accent', colour(accent));
  }
  return component.spoiler ? veiled(node) : node;
}

/**
 * colour writes one of Discord's, 24 bits of red, green and blue, for a style.
 * @param {number} bits
 */
export function colour(bits) {
  return `#${bits.toString(16).padStart(6, '0')}`;
}

/** @param {HTMLElement} node */
function veiled(node) {
  node.classList.add('veiled-block');
  return el('div', { class: 'spoiler-block' }, el('button', { type: 'button', class: 'uncover' }, 'Show spoiler'), node);
}

/** @param {Gallery} component */
function gallery(component) {
  return tiles(component.items.map((item) => picture(item.media, item, 'media')));
}

/**
 * tiles puts pictures together: one as large as it may be, several as tiles that are cropped.
 * @param {HTMLElement[]} pictures
 */
export function tiles(pictures) {
  return el('div', { class: 'gallery', 'data-count': pictures.length }, pictures);
}

/**
 * picture draws a picture that opens large, or a video with its controls. item
 * gives the description, which is its alt text, and whether it is a spoiler. Where there is one, a small
 * mark shows it to those who see the picture too.
 * @param {Media} media
 * @param {Described} item
 * @param {string} look
 */
export function picture(media, item, look) {
  const address = safeURL(media.url);
  const alt = item.description ?? '';
  if (media.content_type?.startsWith('video/')) {
    return el('video', { class: look, src: address, controls: true, 'aria-label': alt || 'Video' });
  }
  const node = el('button', { type: 'button', class: look, 'data-lightbox': address, 'aria-label': alt ? `Open picture: ${alt}` : 'Open picture without description' },
    el('img', { src: address, alt, title: alt || null, width: media.width || null, height: media.height || null, decoding: 'sync' }));
  const shot = el('div', { class: 'shot' }, node, alt && look === 'media' ? described(alt) : null);
  return item.spoiler ? veiled(shot) : shot;
}

/** @param {string} alt */
function described(alt) {
  return [
    el('button', { type: 'button', class: 'alt-mark', 'aria-expanded': 'false' }, 'ALT', el('span', { class: 'unseen' }, ' text')),
    el('p', { class: 'alt-text', tabindex: 0 }, alt),
  ];
}

/**
 * fileCard draws a file that can be saved.
 * @param {Media} media
 * @param {string | undefined} name
 * @param {number | undefined} size in bytes
 * @param {boolean | undefined} spoiler
 */
export function fileCard(media, name, size, spoiler) {
  const title = name ?? lastName(media.url);
  const node = el('a', { class: 'file', href: safeURL(media.url), download: title }, icon('file'),
    el('span', {}, title, typeof size === 'number' ? el('small', {}, bytes(size)) : null));
  return spoiler ? veiled(node) : node;
}

/**
 * lastName is the last part of an address, as a person would write it.
 * @param {string} address
 */
function lastName(address) {
  try {
    return decodeURIComponent(new URL(address, location.href).pathname.split('/').pop() ?? '') || 'file';
  } catch {
    return 'file'; // no address, or one with signs that stand for nothing
  }
}

/** @param {number} count */
function bytes(count) {
  const units = ['B', 'kB', 'MB'];
  const power = count < 1000 ? 0 : count < 1e6 ? 1 : 2;
  return `${(count / 1000 ** power).toFixed(power ? 1 : 0)} ${units[power]}`;
}
