// The list that opens from a select. The focus stays on the select's own
// button, so a redraw of the message below cannot close or disturb the list.
import { el } from './dom.js';
import { avatar } from './icons.js';
import { emoji } from './markdown.js';

let open = null;
let count = 0;

// choose opens the list of a trigger (a button with role=combobox), or closes it
// if it is open. ask is {label, options, picked, min, max, commit}: options are
// {value, label, description, emoji, user}, commit(values) is called only with a
// choice that differs from picked and lies between min and max.
export function choose(trigger, ask) {
  const again = open?.trigger === trigger;
  close(false);
  if (again) return;
  const list = el('div', { class: 'chooser-list', role: 'listbox', id: `chooser-${++count}`, 'aria-label': ask.label, 'aria-multiselectable': ask.max > 1 });
  const box = el('div', { class: 'chooser' }, list);
  open = { trigger, ask, list, box, chosen: new Set(ask.picked), active: -1, typed: '' };
  trigger.setAttribute('aria-expanded', 'true');
  trigger.setAttribute('aria-controls', list.id);
  (trigger.closest('dialog') ?? document.querySelector('main')).append(box);
  draw();
  const at = ask.options.findIndex((o) => open.chosen.has(o.value));
  activate(at < 0 ? 0 : at);
  place();
  trigger.focus({ preventScroll: true });
}

// refresh gives an open list the options of its select after a redraw, and
// closes it if the select is gone. ask(trigger) returns undefined when it is.
export function refresh(ask) {
  if (!open) return;
  const fresh = open.trigger.isConnected ? ask(open.trigger) : undefined;
  if (!fresh) {
    close(false);
    return;
  }
  const other = (part) => JSON.stringify(fresh[part]) !== JSON.stringify(open.ask[part]);
  if (other('picked') || other('options')) {
    const active = open.ask.options[open.active]?.value;
    const chosen = other('picked') ? fresh.picked : [...open.chosen]; // a select that shows something else is another one
    open.chosen = new Set(chosen.filter((v) => fresh.options.some((o) => o.value === v)));
    open.ask = fresh;
    draw();
    activate(Math.max(0, fresh.options.findIndex((o) => o.value === active)));
  }
  open.ask = fresh;
  place();
}

function draw() {
  const { list, box, ask, chosen } = open;
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

function activate(index) {
  const { list, trigger } = open;
  list.children[open.active]?.classList.remove('active');
  open.active = index;
  const node = list.children[index];
  if (!node || !node.id) return;
  node.classList.add('active');
  node.scrollIntoView({ block: 'nearest' });
  trigger.setAttribute('aria-activedescendant', node.id);
}

function place() {
  const { trigger, list, box } = open;
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

function pick(index) {
  const option = open.ask.options[index];
  if (!option) return;
  if (open.ask.max > 1) {
    if (open.chosen.has(option.value)) open.chosen.delete(option.value);
    else if (open.chosen.size < open.ask.max) open.chosen.add(option.value);
    draw();
    activate(index);
    return;
  }
  const again = open.chosen.has(option.value) && open.ask.min === 0 && open.ask.clearable;
  open.chosen = new Set(again ? [] : [option.value]);
  close(true);
}

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

function seek(letter) {
  clearTimeout(open.timer);
  const mine = open;
  open.typed += letter.toLowerCase();
  open.timer = setTimeout(() => { mine.typed = ''; }, 700);
  const at = open.ask.options.findIndex((o) => o.label.toLowerCase().startsWith(open.typed));
  if (at >= 0) activate(at);
}

function onKey(event) {
  if (!open) {
    const closed = event.target.matches?.('button[role="combobox"]') && /^Arrow(Up|Down)$/.test(event.key);
    if (closed) {
      event.preventDefault();
      event.target.click();
    }
    return;
  }
  const last = open.ask.options.length - 1;
  const moves = {
    ArrowDown: Math.min(open.active + 1, last), ArrowUp: Math.max(open.active - 1, 0),
    Home: 0, End: last, PageDown: Math.min(open.active + 8, last), PageUp: Math.max(open.active - 8, 0),
  };
  if (event.key in moves) activate(moves[event.key]);
  else if (event.key === 'Enter' || (event.key === ' ' && !open.typed)) pick(open.active);
  else if (event.key === 'Escape') close(false);
  else if (event.key === 'Tab') {
    close(true);
    return;
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) seek(event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function onPointer(event) {
  if (!open) return;
  if (open.box.contains(event.target)) {
    event.preventDefault();
    return;
  }
  if (!open.trigger.contains(event.target)) close(true);
}

function onClick(event) {
  if (!open || !open.box.contains(event.target)) return;
  event.stopPropagation();
  if (event.target.closest('[data-done]')) close(true);
  const option = event.target.closest('[role="option"]');
  if (open && option) pick([...open.list.children].indexOf(option));
}

// listenForChoices hooks the keys and clicks of whatever list is open; called once.
export function listenForChoices() {
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', onPointer, true);
  document.addEventListener('click', onClick, true);
  addEventListener('resize', () => open && place());
  addEventListener('scroll', (event) => open && !open.box.contains(event.target) && place(), true);
}
