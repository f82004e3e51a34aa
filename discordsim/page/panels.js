// The drawers: the channel list on narrow screens, and one panel at the side.
import { el } from './dom.js';
import { icon } from './icons.js';

/** @typedef {{title: string, node: HTMLElement, opened?: () => void, closed?: () => void}} Panel */

const NARROW = matchMedia('(max-width: 800px)');

// A Panels opens and closes the drawers; only one of the panels shows at a time.
export class Panels {
  /**
   * @param {HTMLElement} app
   * @param {HTMLElement} sidebar
   * @param {HTMLElement} side
   * @param {HTMLElement} shade
   * @param {Record<string, Panel>} panels by name; "people" among them opens first
   */
  constructor(app, sidebar, side, shade, panels) {
    this.app = app;
    this.sidebar = sidebar;
    this.side = side;
    this.shade = shade;
    this.panels = panels;
    /** @type {string | undefined} */
    this.open = undefined;
    this.menu = false;
    shade.addEventListener('click', () => this.closeAll());
    NARROW.addEventListener('change', () => this.fit());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && NARROW.matches && !event.defaultPrevented) this.closeAll();
    });
    const wish = sessionStorage.getItem('panel') ?? 'people';
    if (!NARROW.matches && wish !== 'none') this.toggle(wish in panels ? wish : 'people');
    this.fit();
  }

  /**
   * toggle opens a panel, or closes it when it is the open one.
   * @param {string} name
   */
  toggle(name) {
    const before = this.open;
    if (before) this.panels[before]?.closed?.();
    this.open = before === name ? undefined : name;
    sessionStorage.setItem('panel', this.open ?? 'none');
    const panel = this.panels[this.open ?? ''];
    if (panel) {
      const { title, node, opened } = panel;
      this.side.replaceChildren(el('header', {}, el('h2', {}, title),
        el('button', { type: 'button', class: 'tool', 'aria-label': `Close ${title}`, onclick: () => this.toggle(name) }, icon('close'))), node);
      this.side.setAttribute('aria-label', title);
      this.side.dataset.panel = name;
      opened?.();
    } else if (this.side.contains(document.activeElement)) document.getElementById(`open-${name}`)?.focus();
    this.fit();
  }

  toggleMenu() {
    this.menu = !this.menu;
    this.fit();
    /** @type {HTMLElement | null} */
    const current = this.sidebar.querySelector('[aria-current="page"]');
    if (this.menu && NARROW.matches) current?.focus();
  }

  closeMenu() {
    const inside = this.menu && NARROW.matches && this.sidebar.contains(document.activeElement);
    this.menu = false;
    this.fit();
    if (inside) document.getElementById('open-menu')?.focus(); // what had the focus is inert now
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
