// A browser's globals for the page's modules, from happy-dom. It lays nothing
// out and lets any element have the focus: what hangs on these is tested in
// cmd/bot, in a real browser.
import { Window } from 'happy-dom';

export const window = new Window({ url: 'http://localhost/' });
for (const name of ['document', 'location', 'sessionStorage', 'CSS', 'Node', 'Element', 'EventTarget', 'Event', 'CustomEvent', 'KeyboardEvent', 'MouseEvent', 'ResizeObserver', 'innerWidth', 'innerHeight']) {
  globalThis[name] = window[name];
}
for (const name of ['matchMedia', 'addEventListener']) globalThis[name] = window[name].bind(window);
