// Times as Discord shows them, in the reader's language.
import { el } from './dom.js';

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** @type {[Intl.RelativeTimeFormatUnit, number][]} from the longest to the shortest, with their seconds */
const UNITS = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

/**
 * @param {Date} date
 * @param {string | undefined} locale
 */
function relative(date, locale) {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.round(seconds / size), unit);
}

/**
 * @param {Date} date
 * @param {string} style
 * @param {string | undefined} locale
 */
function format(date, style, locale) {
  return style === 'R' ? relative(date, locale) : new Intl.DateTimeFormat(locale, STYLES[style]).format(date);
}

/**
 * stamp draws <t:unix:style>. Styles R are kept fresh by tick.
 * @param {number} unix in seconds
 * @param {string} style a letter of Discord's
 * @param {string} locale
 */
export function stamp(unix, style, locale) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return el('span', {}, 'Invalid date');
  return el('time', {
    class: 'stamp', datetime: date.toISOString(), title: format(date, 'F', locale),
    'data-style': style, 'data-locale': locale,
  }, format(date, style, locale));
}

// tick rewrites every relative time on the page.
export function tick() {
  for (const node of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-style="R"]'))) {
    const text = relative(new Date(node.dateTime), node.dataset.locale);
    if (node.textContent !== text) node.textContent = text;
  }
}

/**
 * posted draws the time at which a message was sent: the hour today, the date before.
 * @param {string} iso
 * @param {string} locale
 */
export function posted(iso, locale) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  return el('time', { class: 'posted', datetime: iso, title: format(date, 'F', locale) }, format(date, today ? 't' : 's', locale));
}

/**
 * day names the calendar day of a message for the line between two days.
 * @param {string} iso
 * @param {string | undefined} locale
 */
export function day(iso, locale) {
  return format(new Date(iso), 'D', locale);
}
