// The drawers: the channel list on narrow screens, and one panel at the side.
import { el } from './dom.js';
import { icon } from './icons.js';

const NARROW = matchMedia('(max-width: 800px)');

// A Panels opens and closes the drawers. panels maps a name to {title, node,
// opened, closed}; only one of them shows at a time.
export class Panels {
  constructor(app, sidebar, side, shade, panels) {
    Object.assign(this, { app, sidebar, side, shade, panels });
    this.menu = false;
    shade.addEventListener('click', () => this.closeAll());
    NARROW.addEventListener('change', () => this.fit());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && NARROW.matches && !event.defaultPrevented) this.closeAll();
    });
    const wish = sessionStorage.getItem('panel');
    if (!NARROW.matches && wish !== 'none') this.toggle(wish in panels ? wish : 'people');
    this.fit();
  }

  // toggle opens a panel, or closes it when it is the open one.
  toggle(name) {
    const before = this.open;
    if (before) this.panels[before].closed?.();
    this.open = before === name ? undefined : name;
    sessionStorage.setItem('panel', this.open ?? 'none');
    if (this.open) {
      const { title, node, opened } = this.panels[this.open];
      this.side.replaceChildren(el('header', {}, el('h2', {}, title),
        el('button', { type: 'button', class: 'tool', 'aria-label': `Close ${title}`, onclick: () => this.toggle(name) }, icon('close'))), node);
      this.side.setAttribute('aria-label', title);
      this.side.dataset.panel = this.open;
      opened?.();
    } else if (this.side.contains(document.activeElement)) document.getElementById(`open-${name}`)?.focus();
    this.fit();
  }

  toggleMenu() {
    this.menu = !this.menu;
    this.fit();
    if (this.menu && NARROW.matches) this.sidebar.querySelector('[aria-current="page"]')?.focus();
  }

  closeMenu() {
    this.menu = false;
    this.fit();
  }

  closeAll() {
    this.closeMenu();
    if (this.open && NARROW.matches) this.toggle(this.open);
  }

  fit() {
    const narrow = NARROW.matches;
    this.sidebar.inert = narrow && !this.menu;
    this.app.dataset.menu = String(this.menu);
    this.side.hidden = !this.open;
    this.app.dataset.side = this.open ?? '';
    this.shade.hidden = !narrow || !(this.menu || this.open);
    for (const name of Object.keys(this.panels)) document.getElementById(`open-${name}`)?.setAttribute('aria-expanded', String(this.open === name));
    document.getElementById('open-menu')?.setAttribute('aria-expanded', String(this.menu));
  }
}
