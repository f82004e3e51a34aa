// The log of the wire: every request, answer and gateway frame, newest at the end.
import { el } from './dom.js';

/**
 * An Entry is a request, an answer or a frame. dir is as "bot→discord"; body is the JSON itself or its text.
 * @typedef {{n: number, at: string, dir: string, kind: string, who: string, method?: string, path?: string, status?: number, body?: unknown}} Entry
 */

const KEPT = 500;
const NEAR = 40;

// A WireLog reads the log while its panel is open and rests otherwise, because a
// browser allows few connections at once and each tab would hold one.
export class WireLog {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.after = 0; // the number of the newest entry that is shown
    /** @type {(() => void) | undefined} */
    this.stop = undefined; // while the log is followed
    this.stuck = true;
    this.list = el('ol', { class: 'wire', tabindex: 0, 'aria-label': 'Wire log' });
    this.filter = el('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter the log', oninput: () => this.sift() });
    root.append(el('div', { class: 'wire-tools' }, this.filter,
      el('button', { type: 'button', class: 'button secondary', onclick: () => this.list.replaceChildren() }, 'Clear')), this.list);
    this.list.addEventListener('scroll', () => {
      this.stuck = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR;
    }, { passive: true });
  }

  start() {
    if (this.stop) return;
    const control = new AbortController();
    this.stop = () => {
      this.stop = undefined;
      control.abort();
    };
    this.follow(control.signal);
  }

  /** @param {AbortSignal} signal */
  async follow(signal) {
    while (!signal.aborted) {
      try {
        const answer = await fetch(`/sim/wire?after=${this.after}`, { signal });
        if (!answer.ok) throw new Error(String(answer.status));
        this.add(parse(await answer.text()));
      } catch {
        if (!signal.aborted) await new Promise((done) => setTimeout(done, 1000));
        if (!signal.aborted) this.anew();
      }
    }
  }

  // anew forgets the log: a simulator that was started again counts from one.
  anew() {
    this.after = 0;
    this.list.replaceChildren();
  }

  /** @param {Entry[]} entries */
  add(entries) {
    const fresh = entries.filter((entry) => entry.n > this.after);
    const newest = fresh.at(-1);
    if (!newest) return;
    this.after = newest.n;
    this.list.append(...fresh.slice(-KEPT).map((entry) => this.line(entry)));
    while (this.list.children.length > KEPT) this.list.firstElementChild?.remove();
    this.sift();
    if (this.stuck) this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * line draws one entry; its JSON is written out only when it is opened.
   * @param {Entry} entry
   */
  line(entry) {
    const body = typeof entry.body === 'string' ? readable(entry.body) : entry.body;
    const what = entry.kind === 'gateway' ? frame(body, entry) : `${entry.method ?? ''} ${entry.path ?? ''}`;
    const heard = entry.dir.endsWith('→discord');
    const who = entry.who || entry.dir.replace('discord', '').replace('→', '');
    const node = el('details', {}, el('summary', {},
      el('span', { class: 'wire-at' }, new Date(entry.at).toLocaleTimeString('en-GB')),
      el('span', { class: 'wire-dir', 'data-heard': heard, title: entry.dir }, `${who} ${heard ? '→' : '←'}`),
      el('span', { class: 'wire-what', title: what }, what.replace(/\d{12,}(?=\d{4})/g, '…')),
      entry.status ? el('span', { class: 'wire-status', 'data-bad': entry.status >= 400 }, String(entry.status)) : null));
    node.addEventListener('toggle', () => {
      if (node.open && !node.querySelector('pre')) node.append(el('pre', { tabindex: 0 }, JSON.stringify({ ...entry, body }, null, 2)));
    });
    return el('li', { 'data-words': `${entry.dir} ${who} ${what} ${entry.status ?? ''}`.toLowerCase() }, node);
  }

  sift() {
    const wanted = this.filter.value.trim().toLowerCase();
    for (const item of this.list.querySelectorAll('li')) item.hidden = !item.dataset.words?.includes(wanted);
  }
}

/** @type {Record<number, string>} */
const OPS = { 1: 'heartbeat', 2: 'identify', 6: 'resume', 7: 'reconnect', 9: 'invalid session', 10: 'hello', 11: 'heartbeat ack' };

/**
 * frame names a frame of the gateway.
 * @param {unknown} body
 * @param {Entry} entry
 */
function frame(body, entry) {
  const { t, op } = /** @type {{t?: string, op?: number}} */ (body ?? {});
  return t ?? OPS[op ?? -1] ?? entry.path ?? 'gateway';
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} text a list of entries, or an entry a line
 * @returns {Entry[]}
 */
function parse(text) {
  const whole = readable(text);
  if (Array.isArray(whole)) return whole;
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}
