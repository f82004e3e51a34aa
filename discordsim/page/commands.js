// The commands that bots registered, flattened to those a person can run.

export const OPTION = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

const CONTEXT = { guild: 0, dm: 1 };

// localised gives a field in a person's language, or as registered.
export function localised(thing, field, locale) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? '';
}

// flatten lists the runnable commands of an index in the order in which their
// bot registered them, as leaves: {root, path, options, name, description, shown}. name is the full default
// name ("rum new"), shown the same in the person's language.
export function flatten(index, locale) {
  const leaves = [];
  for (const root of index.application_commands ?? []) {
    if ((root.type ?? 1) === 1) collect(root, root, [], leaves, locale);
  }
  return leaves;
}

function collect(root, node, path, leaves, locale) {
  const below = (node.options ?? []).filter((o) => o.type === OPTION.sub || o.type === OPTION.group);
  if (below.length) {
    for (const option of below) collect(root, option, [...path, option], leaves, locale);
    return;
  }
  const parts = [root, ...path];
  leaves.push({
    root, path, options: node.options ?? [],
    name: parts.map((p) => p.name).join(' '),
    shown: parts.map((p) => localised(p, 'name', locale)).join(' '),
    description: localised(node, 'description', locale),
  });
}

// offered tells whether a person may use a command here.
export function offered(leaf, dm, permissions) {
  const { root } = leaf;
  const contexts = root.contexts ?? [CONTEXT.guild, CONTEXT.dm];
  if (!contexts.includes(dm ? CONTEXT.dm : CONTEXT.guild) || (dm && root.guild_id)) return false;
  const needed = root.default_member_permissions;
  if (dm || needed === null || needed === undefined) return true;
  const bits = BigInt(needed);
  return bits === 0n ? permissions === ~0n : (permissions & bits) === bits;
}

// matching filters and ranks leaves by what was typed after the slash: full
// names first, then beginnings, then words and descriptions that contain it.
export function matching(leaves, typed) {
  const query = typed.trim().toLowerCase();
  const rank = (leaf) => {
    const names = [leaf.shown.toLowerCase(), leaf.name];
    if (names.includes(query)) return 0;
    if (names.some((n) => n.startsWith(query))) return 1;
    if (names.some((n) => n.includes(query))) return 2;
    return leaf.description.toLowerCase().includes(query) && query.length > 2 ? 3 : 9;
  };
  return leaves.map((leaf) => [rank(leaf), leaf]).filter(([r]) => r < 9).sort((a, b) => a[0] - b[0]).map(([, leaf]) => leaf);
}

// exact finds the leaf whose whole name this is.
export function exact(leaves, typed) {
  const query = typed.trim().toLowerCase();
  return leaves.find((leaf) => leaf.name === query || leaf.shown.toLowerCase() === query);
}

// beginning finds the longest command name that a text starts with, followed by
// a space, and the text after it; undefined when there is none.
export function beginning(leaves, typed) {
  const lower = typed.toLowerCase();
  let best;
  for (const leaf of leaves) {
    for (const name of [leaf.shown, leaf.name]) {
      if (lower.startsWith(`${name.toLowerCase()} `) && name.length > (best?.length ?? 0)) best = { leaf, length: name.length };
    }
  }
  return best && { leaf: best.leaf, rest: typed.slice(best.length + 1) };
}

// split reads "cards:7H 7D meld:2" into [[option, text], …]. Text before the
// first option's name comes back as lead.
export function split(leaf, text, locale) {
  const marks = [];
  for (const found of text.matchAll(/(^|\s)([^\s:]+):/g)) {
    const option = optionNamed(leaf, found[2], locale);
    if (option) marks.push({ option, start: found.index, from: found.index + found[0].length });
  }
  const values = marks.map((mark, i) => [mark.option, text.slice(mark.from, marks[i + 1]?.start).trim()]);
  return { lead: text.slice(0, marks[0]?.start ?? text.length), values };
}

// optionNamed finds an option by its default or localised name.
function optionNamed(leaf, name, locale) {
  const wanted = name.toLowerCase();
  return leaf.options.find((o) => o.name === wanted || localised(o, 'name', locale).toLowerCase() === wanted);
}
