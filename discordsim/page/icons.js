// Line icons on a 24 by 24 grid, and the round letter that stands for a person.
import { el } from './dom.js';
/** @import { User } from './discord.d.ts' */

const PATHS = {
  hash: 'M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16',
  thread: 'M5 5h14v10H11l-4 4v-4H5zM9 9h6M9 12h4',
  at: 'M12 12m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-4 7.5',
  people: 'M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17 14c2.7.5 4 2.5 4 6',
  wire: 'M4 7h13M13 3l4 4-4 4M20 17H7M11 13l-4 4 4 4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  send: 'M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4',
  out: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
};

/**
 * icon draws one of PATHS; it is decoration and hidden from screen readers.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * avatar is a coloured disc with the first letter of a name; the hue follows from the name.
 * @param {User} user
 */
export function avatar(user) {
  const name = user.global_name ?? user.username ?? '?';
  const hue = [...name].reduce((sum, c) => (sum * 61 + c.charCodeAt(0)) % 360, 7);
  const node = el('span', { class: 'avatar', 'aria-hidden': 'true', 'data-bot': user.bot }, [...name][0]?.toUpperCase() ?? '?');
  node.style.setProperty('--hue', String(hue));
  return node;
}
