// The log of the wire: every request, answer and gateway frame, newest at the end.
import { el } from './dom.js';

const KEPT = 500;
const NEAR = 40;

// A WireLog reads the log while its panel is open and rests otherwise, because a
// browser allows few connections at once and each tab would hold one.
export class WireLog {
  constructor(root) {
    this.after = 0;
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

  add(entries) {
    const fresh = entries.filter((entry) => entry.n > this.after);
    if (!fresh.length) return;
    this.after = fresh.at(-1).n;
    this.list.append(...fresh.slice(-KEPT).map((entry) => this.line(entry)));
    while (this.list.children.length > KEPT) this.list.firstChild.remove();
    this.sift();
    if (this.stuck) this.list.scrollTop = this.list.scrollHeight;
  }

  // line draws one entry; its JSON is written out only when it is opened.
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
    for (const item of this.list.children) item.hidden = !item.dataset.words.includes(wanted);
  }
}

const OPS = { 1: 'heartbeat', 2: 'identify', 6: 'resume', 7: 'reconnect', 9: 'invalid session', 10: 'hello', 11: 'heartbeat ack' };

function frame(body, entry) {
  return body?.t ?? OPS[body?.op] ?? entry.path ?? 'gateway';
}

function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parse(text) {
  const whole = readable(text);
  if (Array.isArray(whole)) return whole;
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}
