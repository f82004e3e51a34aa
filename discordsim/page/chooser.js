// The list that opens from a select. The focus stays on the select's own
// button, so a redraw of the message below cannot close or disturb the list.
import { el, hit } from './dom.js';
import { avatar } from './icons.js';
import { emoji } from './markdown.js';
/** @import { Emoji, User } from './discord.d.ts' */

/** @typedef {{value: string, label: string, description?: string, emoji?: Emoji, user?: User}} Choosable */

/**
 * An Ask is what a list asks. commit(values) is called only with a choice that
 * differs from picked and lies between min and max; where it is clearable, a
 * single choice can be taken back.
 * @typedef {{label: string, options: Choosable[], picked: string[], min: number, max: number, clearable?: boolean, commit: (values: string[]) => void}} Ask
 */

/** @typedef {{trigger: HTMLElement, ask: Ask, list: HTMLElement, box: HTMLElement, chosen: Set<string>, active: number, typed: string, timer?: number}} Open */

/** @type {Open | null} */
let open = null;
let count = 0;

/**
 * choose opens the list of a trigger (a button with role=combobox), or closes it if it is open.
 * @param {HTMLElement} trigger
 * @param {Ask | undefined} ask undefined when the select has gone meanwhile
 */
export function choose(trigger, ask) {
  const again = open?.trigger === trigger;
  close(false);
  if (again || !ask) return;
  const list = el('div', { class: 'chooser-list', role: 'listbox', id: `chooser-${++count}`, 'aria-label': ask.label, 'aria-multiselectable': ask.max > 1 });
  const box = el('div', { class: 'chooser' }, list);
  const chosen = new Set(ask.picked);
  open = { trigger, ask, list, box, chosen, active: -1, typed: '' };
  trigger.setAttribute('aria-expanded', 'true');
  trigger.setAttribute('aria-controls', list.id);
  (trigger.closest('dialog') ?? document.querySelector('main') ?? document.body).append(box);
  draw(open);
  const at = ask.options.findIndex((o) => chosen.has(o.value));
  activate(open, at < 0 ? 0 : at);
  place(open);
  trigger.focus({ preventScroll: true });
}

/**
 * refresh gives an open list the options of its select after a redraw, and closes it if the select is gone.
 * @param {(trigger: HTMLElement) => Ask | undefined} ask undefined when it is gone
 */
export function refresh(ask) {
  if (!open) return;
  const now = open;
  const fresh = now.trigger.isConnected ? ask(now.trigger) : undefined;
  if (!fresh) {
    close(false);
    return;
  }
  /** @param {'picked' | 'options'} part */
  const other = (part) => JSON.stringify(fresh[part]) !== JSON.stringify(now.ask[part]);
  if (other('picked') || other('options')) {
    const active = now.ask.options[now.active]?.value;
    const chosen = other('picked') ? fresh.picked : [...now.chosen]; // a select that shows something else is another one
    now.chosen = new Set(chosen.filter((v) => fresh.options.some((o) => o.value === v)));
    now.ask = fresh;
    draw(now);
    activate(now, Math.max(0, fresh.options.findIndex((o) => o.value === active)));
  }
  now.ask = fresh;
  place(now);
}

/** @param {Open} now */
function draw(now) {
  const { list, box, ask, chosen } = now;
  list.replaceChildren(...ask.options.map((option, i) => el('div', {
    class: 'chooser-option', role: 'option', id: `${list.id}-${i}`, 'data-value': option.value,
    'aria-selected': String(chosen.has(option.value)),
  },
  option.user ? avatar(option.user) : null,
  option.emoji ? emoji(option.emoji) : null,
  el('span', { class: 'chooser-text' }, el('span', {}, option.label), option.description ? el('small', {}, option.description) : null),
  el('span', { class: ask.max > 1 ? 'tick box' : 'tick', 'aria-hidden': 'true' }))));
  if (!ask.options.length) list.append(el('p', { class: 'chooser-empty' }, 'Nothing to choose from.'));
  box.querySelector('.chooser-foot')?.remove();
  if (ask.max > 1) {
    box.append(el('div', { class: 'chooser-foot' }, el('span', {}, `${chosen.size} of at most ${ask.max}`),
      el('button', { type: 'button', class: 'button primary', tabindex: -1, 'data-done': true }, 'Done')));
  }
}

/**
 * @param {Open} now
 * @param {number} index
 */
function activate(now, index) {
  const { list, trigger } = now;
  list.children[now.active]?.classList.remove('active');
  now.active = index;
  const node = list.children[index];
  if (!node || !node.id) return;
  node.classList.add('active');
  node.scrollIntoView({ block: 'nearest' });
  trigger.setAttribute('aria-activedescendant', node.id);
}

/** @param {Open} now */
function place({ trigger, list, box }) {
  const edge = trigger.getBoundingClientRect();
  const width = Math.min(Math.max(edge.width, 220), innerWidth - 16);
  box.style.width = `${width}px`;
  const below = innerHeight - edge.bottom - 8;
  const whole = box.offsetHeight - list.offsetHeight + list.scrollHeight;
  const up = below < Math.min(whole, 200) && edge.top > below;
  box.style.left = `${Math.max(8, Math.min(edge.left, innerWidth - width - 8))}px`;
  box.style.maxHeight = `${Math.max(140, Math.min(up ? edge.top - 8 : below, 380))}px`;
  box.style.top = up ? 'auto' : `${edge.bottom + 4}px`;
  box.style.bottom = up ? `${innerHeight - edge.top + 4}px` : 'auto';
}

/**
 * @param {Open} now
 * @param {number} index
 */
function pick(now, index) {
  const { ask, chosen } = now;
  const option = ask.options[index];
  if (!option) return;
  if (ask.max > 1) {
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < ask.max) chosen.add(option.value);
    draw(now);
    activate(now, index);
    return;
  }
  const again = chosen.has(option.value) && ask.min === 0 && ask.clearable;
  now.chosen = new Set(again ? [] : [option.value]);
  close(true);
}

/** @param {boolean} keep whether the choice counts */
function close(keep) {
  if (!open) return;
  const { trigger, ask, box, chosen } = open;
  open = null;
  box.remove();
  trigger.setAttribute('aria-expanded', 'false');
  trigger.removeAttribute('aria-activedescendant');
  trigger.removeAttribute('aria-controls');
  const before = new Set(ask.picked);
  const same = chosen.size === before.size && [...chosen].every((v) => before.has(v));
  if (keep && !same && chosen.size >= ask.min && chosen.size <= ask.max) {
    ask.commit(ask.options.map((o) => o.value).filter((v) => chosen.has(v)));
  }
}

/**
 * @param {Open} now
 * @param {string} letter
 */
function seek(now, letter) {
  clearTimeout(now.timer);
  now.typed += letter.toLowerCase();
  now.timer = setTimeout(() => { now.typed = ''; }, 700);
  const at = now.ask.options.findIndex((o) => o.label.toLowerCase().startsWith(now.typed));
  if (at >= 0) activate(now, at);
}

/**
 * step is the index that a key of movement leads to, or undefined for any other key.
 * @param {Open} now
 * @param {string} key
 */
function step({ active, ask }, key) {
  const last = ask.options.length - 1;
  switch (key) {
    case 'ArrowDown': return Math.min(active + 1, last);
    case 'ArrowUp': return Math.max(active - 1, 0);
    case 'Home': return 0;
    case 'End': return last;
    case 'PageDown': return Math.min(active + 8, last);
    case 'PageUp': return Math.max(active - 8, 0);
    default: return undefined;
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!open) {
    const closed = /^Arrow(Up|Down)$/.test(event.key) ? hit(event, 'button[role="combobox"]') : null;
    if (closed) {
      event.preventDefault();
      closed.click();
    }
    return;
  }
  const to = step(open, event.key);
  if (to !== undefined) activate(open, to);
  else if (event.key === 'Enter' || (event.key === ' ' && !open.typed)) pick(open, open.active);
  else if (event.key === 'Escape') close(false);
  else if (event.key === 'Tab') {
    close(true);
    return;
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) seek(open, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Event} event */
function onPointer(event) {
  if (!open || !(event.target instanceof Node)) return;
  if (open.box.contains(event.target)) {
    event.preventDefault();
    return;
  }
  if (!open.trigger.contains(event.target)) close(true);
}

/** @param {Event} event */
function onClick(event) {
  if (!open || !(event.target instanceof Node) || !open.box.contains(event.target)) return;
  event.stopPropagation();
  const option = hit(event, '[role="option"]');
  if (hit(event, '[data-done]')) close(true);
  else if (option) pick(open, [...open.list.children].indexOf(option));
}

// listenForChoices hooks the keys and clicks of whatever list is open; called once.
export function listenForChoices() {
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', onPointer, true);
  document.addEventListener('click', onClick, true);
  addEventListener('resize', () => open && place(open));
  addEventListener('scroll', (event) => open && !(event.target instanceof Node && open.box.contains(event.target)) && place(open), true);
}
