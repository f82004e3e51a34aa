// Discord's markdown, drawn as DOM nodes.
//
import { el, safeURL } from './dom.js';
import { stamp } from './clock.js';
/** @import { Emoji, ID } from './discord.d.ts' */

/**
 * Names is what the text alone does not say: the reader's language and id, and what people, channels and roles are called.
 * @typedef {object} Names
 * @property {string} locale
 * @property {ID} me
 * @property {(id: ID) => string | undefined} user
 * @property {(id: ID) => string | undefined} channel
 * @property {(id: ID) => string | undefined} role
 */

/** @typedef {Names & {quoted?: boolean, depth?: number}} Context where a text stands */
/** @typedef {Element | DocumentFragment} Out what is drawn into */
/** @typedef {{indent: number, mark: string, text: string}} Item of a list */
/** @typedef {{node: Node, end: number}} Token what was drawn, and where the text goes on */

const FENCE = /^```(?:([\w+#.-]+)\n)?\n?([^]*?)\n?```\n?/;
const HEADING = /^(#{1,3}) +(\S.*)(?:\n|$)/;
const SUBTEXT = /^(-)# +(\S.*)(?:\n|$)/;
const QUOTE = /^(?:> .*(?:\n|$))+/;
const REST_QUOTE = /^>>> ([^]*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const TICKS = /`+/g;
const ALONE = /^\s*(?:<a?:\w+:\d+>\s*)+$/;
const MOST_LARGE = 30; // custom emojis that stand alone are drawn large, unless they are more
const DEEPEST = 12; // spans nested further than this stay plain text
const ANGLE = /<(?:@!?(?<user>\d+)|@&(?<role>\d+)|#(?<channel>\d+)|\/(?<command>[^:>]+):\d+|(?<moving>a)?:(?<emoji>\w+):(?<id>\d+)|t:(?<unix>-?\d{1,13})(?::(?<style>[tTdDfFRsS]))?|(?<link>https?:\/\/[^\s>]+))>/y;
const MASKED = /\[((?:\\[^]|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
const BARE = /https?:\/\/[^\s<]+[^\s<.,:;"'\])|*_~`]/y;
const EVERYONE = /@(?:everyone|here)\b/y;
const WORD = /[\p{L}\p{N}]/u;

/** @type {[string, 'strong' | 'u' | 's' | 'em' | 'spoiler'][]} */
const SPANS = [['**', 'strong'], ['__', 'u'], ['~~', 's'], ['||', 'spoiler'], ['*', 'em'], ['_', 'em']];

/**
 * markdown draws a whole text with its blocks.
 * @param {string} text
 * @param {Names} context
 */
export function markdown(text, context) {
  const out = document.createDocumentFragment();
  blocks(text, context, out);
  if (ALONE.test(text)) {
    const signs = out.querySelectorAll('img.emoji');
    if (signs.length <= MOST_LARGE) signs.forEach((sign) => sign.classList.add('large'));
  }
  return out;
}

/**
 * markdownLine draws a text without blocks, for titles and other single lines.
 * @param {string} text
 * @param {Names} context
 */
export function markdownLine(text, context) {
  const out = document.createDocumentFragment();
  inline(text, context, out);
  return out;
}

/**
 * @param {string} text
 * @param {Context} context
 * @param {Out} out
 */
function blocks(text, context, out) {
  let rest = text;
  while (rest) {
    rest = fence(rest, out) ?? heading(rest, context, out) ?? quote(rest, context, out)
      ?? list(rest, context, out) ?? paragraph(rest, context, out);
  }
}

/**
 * @param {string} rest
 * @param {Out} out
 */
function fence(rest, out) {
  const found = FENCE.exec(rest);
  if (!found || !found[2]) return undefined;
  out.append(el('pre', { tabindex: 0 }, el('code', { 'data-language': found[1] }, found[2])));
  return rest.slice(found[0].length);
}

/**
 * @param {string} rest
 * @param {Context} context
 * @param {Out} out
 */
function heading(rest, context, out) {
  const found = HEADING.exec(rest) ?? SUBTEXT.exec(rest);
  if (!found) return undefined;
  const [whole, signs, words] = found;
  const node = signs === '-' ? el('small', { class: 'subtext' }) : el('h3', { class: `heading-${signs?.length}` }); // one level: a text may begin with any
  inline(words ?? '', context, node);
  out.append(node);
  return rest.slice(whole.length);
}

/**
 * @param {string} rest
 * @param {Context} context
 * @param {Out} out
 */
function quote(rest, context, out) {
  if (context.quoted) return undefined;
  const whole = REST_QUOTE.exec(rest)?.[1];
  const lines = QUOTE.exec(rest)?.[0];
  const text = whole ?? lines?.replace(/^> /gm, '').replace(/\n$/, '');
  if (text === undefined) return undefined;
  const node = el('blockquote');
  blocks(text, { ...context, quoted: true }, node);
  out.append(node);
  return whole === undefined ? rest.slice(lines?.length) : '';
}

/**
 * @param {string} rest
 * @param {Context} context
 * @param {Out} out
 */
function list(rest, context, out) {
  /** @type {Item[]} */
  const items = [];
  let taken = 0;
  for (const line of rest.split('\n')) {
    const [, space, mark, text] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (space !== undefined && mark && text) items.push({ indent: space.length, mark, text });
    else if (last && /^ {2,}\S/.test(line)) last.text += `\n${line.trim()}`;
    else break;
    taken += line.length + 1;
  }
  if (!items.length) return undefined;
  nest(items, context, out);
  return rest.slice(taken);
}

/**
 * nest turns flat items into lists in lists; an item is deeper when it is indented further.
 * @param {Item[]} items
 * @param {Context} context
 * @param {Out} out
 */
function nest(items, context, out) {
  /** @type {{indent: number, ordered: boolean, node: HTMLElement}[]} */
  const open = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) > item.indent) open.pop();
    const ordered = /\d/.test(item.mark);
    let inner = open.at(-1);
    if (inner && inner.indent >= item.indent && inner.ordered !== ordered) {
      open.pop();
      inner = open.at(-1);
    }
    if (!inner || inner.indent < item.indent) {
      const node = ordered ? el('ol', { start: Number.parseInt(item.mark, 10) }) : el('ul');
      (inner?.node.lastElementChild ?? out).append(node);
      inner = { indent: item.indent, ordered, node };
      open.push(inner);
    }
    const entry = el('li');
    inline(item.text, context, entry);
    inner.node.append(entry);
  }
}

/**
 * @param {string} text
 * @param {Context} context
 */
function startsBlock(text, context) {
  return FENCE.test(text) || HEADING.test(text) || SUBTEXT.test(text) || ITEM.test(text.split('\n', 1).join())
    || (!context.quoted && (QUOTE.test(text) || REST_QUOTE.test(text)));
}

/**
 * @param {string} rest
 * @param {Context} context
 * @param {Out} out
 */
function paragraph(rest, context, out) {
  let end = 0;
  while (end < rest.length) {
    const newline = rest.indexOf('\n', end);
    const stop = newline < 0 ? rest.length : newline + 1;
    const ticks = rest.slice(end, stop).indexOf('```');
    if (ticks >= 0 && end + ticks > 0 && rest[end + ticks - 1] !== '\\' && FENCE.test(rest.slice(end + ticks))) {
      end += ticks;
      break;
    }
    end = stop;
    if (startsBlock(rest.slice(end), context)) break;
  }
  const node = el('p');
  inline(rest.slice(0, end).replace(/\n$/, ''), context, node);
  out.append(node);
  return rest.slice(end);
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} index
 */
function at(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * @param {string} text
 * @param {Context} context
 * @param {Out} out
 */
function inline(text, context, out) {
  let plain = '';
  for (let i = 0; i < text.length;) {
    if (text[i] === '\\' && /[^0-9A-Za-z\s]/.test(text[i + 1] ?? ' ')) {
      plain += text[i + 1] ?? '';
      i += 2;
      continue;
    }
    const token = read(text, i, context);
    if (!token) {
      plain += text[i++];
      continue;
    }
    out.append(plain, token.node);
    plain = '';
    i = token.end;
  }
  out.append(plain);
}

/**
 * @param {string} text
 * @param {number} i
 * @param {Context} context
 * @returns {Token | undefined}
 */
function read(text, i, context) {
  switch (text[i]) {
    case '`': return code(text, i);
    case '<': return angle(text, i, context);
    case '[': return masked(text, i, context);
    case 'h': return bare(text, i);
    case '@': return everyone(text, i);
    case '*': case '_': case '~': case '|': return span(text, i, context);
    default: return undefined;
  }
}

/**
 * code reads from a run of backticks to the next run of the same length.
 * @param {string} text
 * @param {number} i
 * @returns {Token | undefined}
 */
function code(text, i) {
  if (text[i - 1] === '`') return undefined;
  const length = at(TICKS, text, i)?.[0].length ?? 0;
  for (let run = TICKS.exec(text); run; run = TICKS.exec(text)) {
    if (run[0].length !== length) continue;
    const inside = text.slice(i + length, run.index);
    return { node: el('code', {}, inside.trim() || inside), end: run.index + length };
  }
  return undefined;
}

/**
 * @param {string} address
 * @param {string | Node} label
 */
function link(address, label) {
  return el('a', { href: safeURL(address), target: '_blank', rel: 'noopener noreferrer' }, label);
}

/**
 * @param {string} text
 * @param {number} i
 * @param {Context} context
 * @returns {Token | undefined}
 */
function masked(text, i, context) {
  const [whole, words, address] = at(MASKED, text, i) ?? [];
  if (!whole || !words || !address) return undefined;
  const label = document.createDocumentFragment();
  inline(words, context, label);
  return { node: link(address, label), end: i + whole.length };
}

/**
 * @param {string} text
 * @param {number} i
 * @returns {Token | undefined}
 */
function bare(text, i) {
  const address = at(BARE, text, i)?.[0];
  return address ? { node: link(address, address), end: i + address.length } : undefined;
}

/**
 * @param {string} text
 * @param {number} i
 * @returns {Token | undefined}
 */
function everyone(text, i) {
  const name = at(EVERYONE, text, i)?.[0];
  return name ? { node: el('span', { class: 'mention' }, name), end: i + name.length } : undefined;
}

/**
 * @param {string} text
 * @param {number} i
 * @param {Context} context
 * @returns {Token | undefined}
 */
function angle(text, i, context) {
  const found = at(ANGLE, text, i);
  return found?.groups && { node: reference(found.groups, context), end: i + found[0].length };
}

/**
 * @param {Record<string, string | undefined>} part
 * @param {Context} context
 */
function reference(part, context) {
  if (part.user) {
    return el('span', { class: 'mention', 'data-user-id': part.user, 'data-me': part.user === context.me }, `@${context.user(part.user) ?? 'unknown-user'}`);
  }
  if (part.role) return el('span', { class: 'mention' }, `@${context.role(part.role) ?? 'deleted-role'}`);
  if (part.channel) return el('button', { type: 'button', class: 'mention', 'data-channel-id': part.channel }, `#${context.channel(part.channel) ?? 'unknown'}`);
  if (part.command) return el('button', { type: 'button', class: 'mention', 'data-command': part.command }, `/${part.command}`);
  if (part.emoji) return emoji({ id: part.id, name: part.emoji, animated: Boolean(part.moving) });
  if (part.unix) return stamp(Number(part.unix), part.style ?? 'f', context.locale);
  return link(part.link ?? '', part.link ?? '');
}

/**
 * emoji draws a custom emoji as its picture, a Unicode one as text.
 * @param {Emoji} which
 */
export function emoji(which) {
  if (!which.id) return el('span', { class: 'emoji' }, which.name);
  const name = `:${which.name}:`;
  return el('img', { class: 'emoji', src: `/emojis/${which.id}.${which.animated ? 'gif' : 'png'}`, alt: name, title: name, draggable: 'false' });
}

/**
 * @param {string} text
 * @param {number} i
 * @param {Context} context
 * @returns {Token | undefined}
 */
function span(text, i, context) {
  const depth = (context.depth ?? 0) + 1;
  if (depth > DEEPEST) return undefined;
  for (const [mark, tag] of SPANS) {
    if (!text.startsWith(mark, i)) continue;
    const from = i + mark.length;
    if (mark.length === 1 && !opens(text, i)) continue;
    const end = closing(text, from, mark);
    if (end < 0) continue;
    const inner = el(tag === 'spoiler' ? 'span' : tag);
    inline(text.slice(from, end), { ...context, depth }, inner);
    return { node: tag === 'spoiler' ? veil(inner) : inner, end: end + mark.length };
  }
  return undefined;
}

/**
 * veil hides a node from eyes and screen readers until the reader asks for it.
 * @param {HTMLElement} inner
 */
function veil(inner) {
  inner.className = 'veiled';
  return el('button', { type: 'button', class: 'spoiler' }, el('span', { class: 'unseen cue' }, 'Show spoiler'), inner);
}

/**
 * opens tells whether a single * or _ may begin emphasis: not before a space,
 * and an underscore not inside a word, so that snake_case_names stay as they are.
 * @param {string} text
 * @param {number} i
 */
function opens(text, i) {
  if (/\s/.test(text[i + 1] ?? ' ') || text[i + 1] === text[i]) return false;
  return text[i] === '*' || !WORD.test(text[i - 1] ?? ' ');
}

/**
 * closing finds where a span ends, or -1. Escapes and code are stepped over,
 * and a single mark steps over doubled ones: *a **b** c* is one span.
 * @param {string} text
 * @param {number} from
 * @param {string} mark
 */
function closing(text, from, mark) {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') {
      i++;
      continue;
    }
    const skipped = text[i] === '`' && code(text, i);
    if (skipped) {
      i = skipped.end - 1;
      continue;
    }
    if (!text.startsWith(mark, i)) continue;
    if (mark.length === 2) {
      if (i > from && text[i + 2] !== mark[0]) return i;
    } else if (text[i + 1] === mark) {
      const pairEnd = text.indexOf(mark + mark, i + 2);
      i = pairEnd < 0 ? i + 1 : pairEnd + 1;
    } else if (i > from && !/\s/.test(text[i - 1] ?? ' ') && (mark === '*' || !WORD.test(text[i + 1] ?? ' '))) {
      return i;
    }
  }
  return -1;
}
