// Building and patching DOM nodes. Text always enters as text nodes, never as
// markup, so nothing that a person or a bot writes can become HTML.

/** @typedef {HTMLElement | SVGElement} Drawn */
/** @typedef {Node | string | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes */

// Attributes that belong to what the reader did (an open list, a revealed
// spoiler) and therefore outlive a redraw of the node they stand on.
const LIVE = new Set(['aria-expanded', 'aria-controls', 'aria-activedescendant', 'data-revealed']);

/**
 * el makes an element. Attributes that are null, undefined or false are left
 * out, true makes an empty one, and "onclick" and its like add a listener.
 * morph does not carry listeners over: nodes that are patched use delegation.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice('on'.length), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  add(node, children);
  return node;
}

/**
 * @param {Node} node
 * @param {Child[]} children
 */
function add(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(node, child);
    else if (typeof child === 'string') node.appendChild(document.createTextNode(child));
    else if (child) node.appendChild(child);
  }
}

/**
 * hit gives the nearest element around an event that a selector matches, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function hit(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * safeURL returns the address if it is one that a link may lead to, else undefined.
 * @param {string | undefined} address
 */
export function safeURL(address) {
  if (!address) return undefined;
  try {
    const url = new URL(address, location.href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Node} node
 * @returns {node is Drawn}
 */
function isElement(node) {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * spoken is what a node says aloud: its text, with the names of the emojis in it.
 * @param {Node} node
 * @returns {string}
 */
export function spoken(node) {
  if (!isElement(node) && !node.childNodes.length) return node.nodeValue ?? '';
  if (isElement(node) && node.matches('img.emoji')) return ` ${(node.getAttribute('alt') ?? '').replace(/^:(.*):$/, '$1').replaceAll('_', ' ')} `;
  return [...node.childNodes].map(spoken).join('').replace(/ {2,}/g, ' ');
}

/**
 * pair finds for each wanted child the present child that it may take over:
 * the one with its data-key, else the next one without a key of the same kind.
 * @param {Drawn} old
 * @param {Drawn} fresh
 */
function pair(old, fresh) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const loose = [];
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key === null) loose.push(child);
    else keyed.set(key, child);
  }
  return [...fresh.childNodes].map((want) => {
    const key = keyOf(want);
    let have;
    if (key !== null) {
      have = keyed.get(key);
      keyed.delete(key);
      if (have && have.nodeName !== want.nodeName) have = undefined;
    } else {
      const at = loose.findIndex((node) => node.nodeName === want.nodeName);
      if (at >= 0) have = loose.splice(0, at + 1).pop();
    }
    return { want, have };
  });
}

/** @param {Node} node */
function keyOf(node) {
  return isElement(node) ? node.getAttribute('data-key') : null;
}

/**
 * @param {Drawn} old
 * @param {Drawn} fresh
 */
function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !LIVE.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (LIVE.has(name) && old.hasAttribute(name)) continue;
    if (old.getAttribute(name) === value) continue;
    if (name === 'style') old.style.cssText = value; // setAttribute would break the content security policy
    else old.setAttribute(name, value);
  }
}

/**
 * morph changes old until it looks like fresh and keeps every node that can
 * stay, so that focus, open lists and loaded pictures survive a redraw.
 * @param {Drawn} old
 * @param {Drawn} fresh
 */
export function morph(old, fresh) {
  syncAttributes(old, fresh);
  const pairs = pair(old, fresh);
  const kept = new Set(pairs.map((p) => p.have));
  for (const child of [...old.childNodes]) {
    if (!kept.has(child)) child.remove();
  }
  let at = old.firstChild;
  for (const { want, have } of pairs) {
    if (!have) {
      old.insertBefore(want, at);
      continue;
    }
    if (have === at) at = at.nextSibling;
    else old.insertBefore(have, at);
    if (isElement(have) && isElement(want)) morph(have, want);
    else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
  }
}

/**
 * keepFocus runs a change inside root. If that took the focused node away, the
 * control at the same place gets the focus, or root itself (which needs a tabindex).
 * @param {HTMLElement} root
 * @param {() => void} change
 */
export function keepFocus(root, change) {
  const held = document.activeElement;
  const inside = root.contains(held);
  const path = held?.getAttribute('data-path');
  change();
  if (!inside || document.activeElement === held) return;
  /** @type {HTMLElement | null} */
  const heir = path ? root.querySelector(`[data-path="${CSS.escape(path)}"]`) : null;
  (heir ?? root).focus({ preventScroll: true });
}

/**
 * arrange makes the children of parent exactly these nodes in this order and
 * moves as few of them as it can.
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
export function arrange(parent, nodes) {
  /** @type {Set<Node>} */
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) {
    if (!wanted.has(child)) child.remove();
  }
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}
