// The commands that bots registered, flattened to those a person can run.

/** @import { Command, CommandIndex, Localisations, Option } from './discord.d.ts' */

/**
 * A Leaf is a command that can be run, with the subcommands on the way to it. name is its full default name
 * ("rum new"), shown the same in the person's language.
 * @typedef {{root: Command, path: Option[], options: Option[], name: string, description: string, shown: string}} Leaf
 */

export const OPTION = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

const CONTEXT = { guild: 0, dm: 1 };

/**
 * localised gives a field in a person's language, or as registered.
 * @template {'name' | 'description'} Field
 * @param {{[field in Field]?: string} & {[field in `${Field}_localizations`]?: Localisations}} thing
 * @param {Field} field
 * @param {string} locale
 */
export function localised(thing, field, locale) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? '';
}

/**
 * flatten lists the runnable commands of an index in the order in which their bot registered them.
 * @param {CommandIndex} index
 * @param {string} locale
 */
export function flatten(index, locale) {
  /** @type {Leaf[]} */
  const leaves = [];
  for (const root of index.application_commands ?? []) {
    if ((root.type ?? 1) === 1) collect(root, root, [], leaves, locale);
  }
  return leaves;
}

/**
 * @param {Command} root
 * @param {Command | Option} node
 * @param {Option[]} path
 * @param {Leaf[]} leaves
 * @param {string} locale
 */
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

/**
 * offered tells whether a person may use a command here.
 * @param {Leaf} leaf
 * @param {boolean} dm
 * @param {bigint} permissions
 */
export function offered(leaf, dm, permissions) {
  const { root } = leaf;
  const contexts = root.contexts ?? [CONTEXT.guild, CONTEXT.dm];
  if (!contexts.includes(dm ? CONTEXT.dm : CONTEXT.guild) || (dm && root.guild_id)) return false;
  const needed = root.default_member_permissions;
  if (dm || needed === null || needed === undefined) return true;
  const bits = BigInt(needed);
  return bits === 0n ? permissions === ~0n : (permissions & bits) === bits;
}

/**
 * matching filters and ranks leaves by what was typed after the slash: full
 * names first, then beginnings, then words and descriptions that contain it.
 * @param {Leaf[]} leaves
 * @param {string} typed
 */
export function matching(leaves, typed) {
  const query = typed.trim().toLowerCase();
  /** @param {Leaf} leaf */
  const rank = (leaf) => {
    const names = [leaf.shown.toLowerCase(), leaf.name];
    if (names.includes(query)) return 0;
    if (names.some((n) => n.startsWith(query))) return 1;
    if (names.some((n) => n.includes(query))) return 2;
    return leaf.description.toLowerCase().includes(query) && query.length > 2 ? 3 : 9;
  };
  return leaves.map((leaf) => ({ leaf, rank: rank(leaf) })).filter((found) => found.rank < 9).sort((a, b) => a.rank - b.rank).map(({ leaf }) => leaf);
}

/**
 * exact finds the leaf whose whole name this is.
 * @param {Leaf[]} leaves
 * @param {string} typed
 */
export function exact(leaves, typed) {
  const query = typed.trim().toLowerCase();
  return leaves.find((leaf) => leaf.name === query || leaf.shown.toLowerCase() === query);
}

/**
 * beginning finds the longest command name that a text starts with, followed by
 * a space, and the text after it; undefined when there is none.
 * @param {Leaf[]} leaves
 * @param {string} typed
 */
export function beginning(leaves, typed) {
  const lower = typed.toLowerCase();
  /** @type {{leaf: Leaf, length: number} | undefined} */
  let best;
  for (const leaf of leaves) {
    for (const name of [leaf.shown, leaf.name]) {
      if (lower.startsWith(`${name.toLowerCase()} `) && name.length > (best?.length ?? 0)) best = { leaf, length: name.length };
    }
  }
  return best && { leaf: best.leaf, rest: typed.slice(best.length + 1) };
}

/**
 * split reads "cards:7H 7D meld:2" into options and their texts. Text before the
 * first option's name comes back as lead.
 * @param {Leaf} leaf
 * @param {string} text
 * @param {string} locale
 * @returns {{lead: string, values: {option: Option, text: string}[]}}
 */
export function split(leaf, text, locale) {
  /** @type {{option: Option, start: number, from: number}[]} */
  const marks = [];
  for (const found of text.matchAll(/(^|\s)([^\s:]+):/g)) {
    const option = optionNamed(leaf, found[2] ?? '', locale);
    if (option) marks.push({ option, start: found.index, from: found.index + found[0].length });
  }
  const values = marks.map((mark, i) => ({ option: mark.option, text: text.slice(mark.from, marks[i + 1]?.start).trim() }));
  return { lead: text.slice(0, marks[0]?.start ?? text.length), values };
}

/**
 * optionNamed finds an option by its default or localised name.
 * @param {Leaf} leaf
 * @param {string} name
 * @param {string} locale
 */
function optionNamed(leaf, name, locale) {
  const wanted = name.toLowerCase();
  return leaf.options.find((o) => o.name === wanted || localised(o, 'name', locale).toLowerCase() === wanted);
}
