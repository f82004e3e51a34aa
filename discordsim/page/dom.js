// Building and patching DOM nodes. Text always enters as text nodes, never as
// markup, so nothing that a person or a bot writes can become HTML.

// Attributes that belong to what the reader did (an open list, a revealed
// spoiler) and therefore outlive a redraw of the node they stand on.
const LIVE = new Set(['aria-expanded', 'aria-controls', 'aria-activedescendant', 'data-revealed']);

// el makes an element. Attributes that are null, undefined or false are left
// out, true makes an empty one, and "onclick" and its like add a listener.
// morph does not carry listeners over: nodes that are patched use delegation.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

// safeURL returns the address if it is one that a link may lead to, else undefined.
export function safeURL(address) {
  try {
    const url = new URL(address, location.href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute('data-key') : null;
}

// pair finds for each wanted child the present child that it may take over:
// the one with its data-key, else the next one without a key of the same kind.
function pair(old, fresh) {
  const keyed = new Map();
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

// morph changes old until it looks like fresh and keeps every node that can
// stay, so that focus, open lists and loaded pictures survive a redraw.
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
    if (have.nodeType === Node.ELEMENT_NODE) morph(have, want);
    else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
  }
}

// keepFocus runs a change inside root. If that took the focused node away, the
// control at the same place gets the focus, or root itself (which needs a tabindex).
export function keepFocus(root, change) {
  const held = document.activeElement;
  const inside = root.contains(held);
  const path = held?.getAttribute('data-path');
  change();
  if (!inside || document.activeElement === held) return;
  const heir = path ? root.querySelector(`[data-path="${CSS.escape(path)}"]`) : null;
  (heir ?? root).focus({ preventScroll: true });
}

// arrange makes the children of parent exactly these nodes in this order and
// moves as few of them as it can.
export function arrange(parent, nodes) {
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
