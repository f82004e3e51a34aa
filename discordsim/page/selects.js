// Selects of all kinds: what they offer, and the button that shows their values.
import { el } from './dom.js';
import { icon } from './icons.js';
import { emoji } from './markdown.js';
/** @import { Choosable } from './chooser.js' */
/** @import { Attributes } from './dom.js' */
/** @import { Component, Field, Select } from './discord.d.ts' */
/** @import { World } from './world.js' */

const SELECT = /** @type {const} */ ({ string: 3, user: 5, role: 6, mentionable: 7, channel: 8 });

/** @type {Set<number>} */
const TYPES = new Set(Object.values(SELECT));

/**
 * isSelect tells whether a component is one.
 * @param {Component | Field} component
 * @returns {component is Select}
 */
export function isSelect(component) {
  return TYPES.has(component.type);
}

/**
 * selectOptions lists what a select offers.
 * @param {Select} component
 * @param {World} world
 * @returns {Choosable[]}
 */
export function selectOptions(component, world) {
  const users = () => [...world.people(), ...world.bots()].map((user) => ({ value: user.id, label: world.nameOf(user), description: `@${user.username}`, user }));
  const roles = () => [...world.roles.values()].map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, '')}` }));
  switch (component.type) {
    case SELECT.user: return users();
    case SELECT.role: return roles();
    case SELECT.mentionable: return [...users(), ...roles()];
    case SELECT.channel:
      return [...world.channels.values()].filter((c) => c.name && (!component.channel_types?.length || component.channel_types.includes(c.type)))
        .map((c) => ({ value: c.id, label: `#${c.name}` }));
    case SELECT.string:
      return component.options.map(({ value, label, description, emoji: sign }) => ({ value, label, description, emoji: sign }));
  }
}

/**
 * bounds of how many values a select takes; min is 0 where nothing is required.
 * @param {{required?: boolean, min_values?: number, max_values?: number}} component
 */
export function bounds(component) {
  const min = component.required === false ? 0 : component.min_values ?? 1;
  return { min, max: component.max_values ?? 1 };
}

/**
 * selectButton draws a select showing these values.
 * @param {Select} component
 * @param {string[]} values
 * @param {World} world
 * @param {Attributes} attributes more of them
 */
export function selectButton(component, values, world, attributes = {}) {
  const options = selectOptions(component, world).filter((o) => values.includes(o.value));
  const placeholder = component.placeholder || 'Make a selection';
  const text = options.map((o) => o.label).join(', ');
  return el('button', {
    type: 'button', class: 'select', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false',
    'aria-label': text ? `${placeholder}: ${text}` : placeholder, 'aria-disabled': component.disabled ? 'true' : null,
    'data-custom-id': component.custom_id, ...attributes,
  },
  el('span', { class: text ? 'select-value' : 'select-value blank' },
    options.length === 1 && options[0]?.emoji ? emoji(options[0].emoji) : null, text || placeholder), icon('down'));
}
