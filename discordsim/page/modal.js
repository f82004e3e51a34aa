// A form that a bot puts before the person.
import { bounds, isSelect, selectButton, selectOptions } from './selects.js';
import { choose } from './chooser.js';
import { el, morph } from './dom.js';
import { icon } from './icons.js';
import { markdown } from './markdown.js';
/** @import { Check, Checks, Field, Modal, ModalPart, Radio, Select, Submitted, TextInput } from './discord.d.ts' */
/** @import { Attributes } from './dom.js' */
/** @import { Interactions } from './interactions.js' */
/** @import { World } from './world.js' */

/**
 * A Control is what is filled in: its node, how it is read, and what is wrong with it. target takes the focus; marked
 * are those that say that they are wrong. A grouped one is several inputs, which no single label can point at.
 * @typedef {object} Control
 * @property {HTMLElement} node
 * @property {HTMLElement | undefined} target
 * @property {HTMLElement[]} marked
 * @property {boolean} [grouped]
 * @property {() => Partial<Submitted>} read
 * @property {(required: boolean) => string | undefined} fault
 */

/** @typedef {{focus: () => void, answer: () => Submitted, accept: () => boolean}} Filled a field of the form */

const TYPE = /** @type {const} */ ({ row: 1, input: 4, text: 10, label: 18, radio: 21, checks: 22, check: 23 });
const LONG = 2;

/**
 * openModal shows a modal and sends what is filled in; Escape and Cancel send nothing.
 * @param {Modal} modal
 * @param {World} world
 * @param {Pick<Interactions, 'submit'>} interactions
 */
export function openModal(modal, world, interactions) {
  /** @type {Filled[]} */
  const fields = [];
  const parts = modal.components.map((part) => section(part, fields, world));
  const fault = el('p', { class: 'fault', role: 'alert' });
  const submit = el('button', { type: 'submit', class: 'button primary' }, 'Submit');
  const form = el('form', { novalidate: true }, el('div', { class: 'modal-body' }, parts), fault,
    el('footer', {}, el('button', { type: 'button', class: 'button plain', onclick: () => dialog.close() }, 'Cancel'), submit));
  const dialog = el('dialog', { class: 'modal', 'aria-labelledby': 'modal-title', 'data-custom-id': modal.custom_id },
    el('header', {}, el('h2', { id: 'modal-title' }, modal.title),
      el('button', { type: 'button', class: 'round', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))), form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [wrong] = fields.filter((field) => !field.accept());
    if (wrong) {
      wrong.focus();
      return;
    }
    submit.setAttribute('aria-busy', 'true');
    submit.disabled = true;
    fault.textContent = '';
    const took = await interactions.submit(modal, fields.map((field) => field.answer()));
    submit.disabled = false;
    submit.removeAttribute('aria-busy');
    if (took) dialog.close();
    else fault.textContent = 'Something went wrong. Try again.';
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

/**
 * section draws one top-level part and adds its field, if it has one.
 * @param {ModalPart} part
 * @param {Filled[]} fields
 * @param {World} world
 */
function section(part, fields, world) {
  if (part.type === TYPE.text) return el('div', { class: 'text' }, markdown(part.content, world.names()));
  const inner = part.type === TYPE.label ? part.component : part.components[0];
  const named = part.type === TYPE.label ? part.label : part.components[0].label;
  const about = part.type === TYPE.label ? part.description : undefined;
  /** @param {Submitted} answer */
  const wrap = (answer) => (part.type === TYPE.label ? { type: TYPE.label, component: answer } : { type: TYPE.row, components: [answer] });
  const id = `field-${fields.length}`;
  const required = inner.type !== TYPE.check && inner.required !== false;
  const control = draw(inner, { id, 'aria-describedby': `${about ? `${id}-about ` : ''}${id}-fault`, 'aria-required': required ? 'true' : null }, world);
  const complaint = el('p', { class: 'fault', id: `${id}-fault` });
  fields.push({
    focus: () => control.target?.focus(),
    answer: () => wrap({ type: inner.type, custom_id: inner.custom_id, ...control.read() }),
    accept: () => {
      const wrong = control.fault(required);
      complaint.textContent = wrong ?? '';
      for (const node of control.marked) node.setAttribute('aria-invalid', String(Boolean(wrong)));
      return !wrong;
    },
  });
  const words = [named, required ? el('span', { class: 'star', 'aria-hidden': 'true' }, ' *') : null];
  const title = control.grouped ? el('p', { class: 'field-label', id: `${id}-label` }, words) : el('label', { class: 'field-label', for: id, id: `${id}-label` }, words);
  return el('div', { class: 'field' }, title, about ? el('p', { class: 'about', id: `${id}-about` }, about) : null, control.node, complaint);
}

/** @typedef {Attributes & {id: string}} Told what a control says of itself: its id, what describes it, whether it is required */

/**
 * @param {Field} component
 * @param {Told} told
 * @param {World} world
 * @returns {Control}
 */
function draw(component, told, world) {
  if (isSelect(component)) return selectField(component, told, world);
  switch (component.type) {
    case TYPE.input: return textField(component, told);
    case TYPE.radio: return optionField(component, told, 'radio');
    case TYPE.checks: return optionField(component, told, 'checkbox');
    case TYPE.check: return checkField(component, told);
    default: return { node: el('p', { id: told.id }, 'This page cannot fill in a field of this kind.'), target: undefined, marked: [], read: () => ({}), fault: () => undefined };
  }
}

/**
 * @param {TextInput} component
 * @param {Told} told
 * @returns {Control}
 */
function textField(component, told) {
  const shared = { ...told, 'data-custom-id': component.custom_id, placeholder: component.placeholder, maxlength: component.max_length ?? 4000, autocomplete: 'off' };
  const node = component.style === LONG ? el('textarea', { ...shared, rows: 4 }) : el('input', { ...shared, type: 'text' });
  node.value = component.value ?? '';
  return {
    node, target: node, marked: [node],
    read: () => ({ value: node.value }),
    fault: (required) => {
      const { length } = node.value;
      if (!length) return required ? 'This field is required.' : undefined;
      return length < (component.min_length ?? 0) ? `At least ${component.min_length} characters.` : undefined;
    },
  };
}

/**
 * @param {string[]} values
 * @param {{required?: boolean, min_values?: number, max_values?: number}} component
 * @param {boolean} required
 */
function count(values, component, required) {
  const { min, max } = bounds(component);
  if (!values.length) return required && min > 0 ? 'Make a choice.' : undefined;
  if (values.length < min) return `Choose at least ${min}.`;
  return values.length > max ? `Choose at most ${max}.` : undefined;
}

/**
 * selectField draws a select, which is called after its label and its value.
 * @param {Select} component
 * @param {Told} told
 * @param {World} world
 * @returns {Control}
 */
function selectField(component, told, world) {
  let values = component.type === 3 ? component.options.filter((o) => o.default).map((o) => o.value) : (component.default_values ?? []).map((v) => v.id);
  const drawn = () => selectButton(component, values, world, { ...told, 'aria-labelledby': `${told.id}-label ${told.id}` });
  const button = drawn();
  button.addEventListener('click', () => choose(button, {
    label: component.placeholder || 'Options', options: selectOptions(component, world), picked: values, clearable: true,
    ...bounds(component), commit: (chosen) => {
      values = chosen;
      morph(button, drawn());
    },
  }));
  return {
    node: el('div', { class: 'select-field' }, button), target: button, marked: [button],
    read: () => ({ values }), fault: (required) => count(values, component, required),
  };
}

/**
 * @param {Radio | Checks} component
 * @param {Told} told
 * @param {'radio' | 'checkbox'} kind
 * @returns {Control}
 */
function optionField(component, { id, ...told }, kind) {
  const boxes = component.options.map((option) => el('input', { type: kind, name: id, value: option.value, checked: option.default, 'data-value': option.value }));
  const role = kind === 'radio' ? { role: 'radiogroup', ...told } : { role: 'group', 'aria-describedby': told['aria-describedby'] }; // a group isn't required itself
  const node = el('div', { class: 'options', ...role, 'aria-labelledby': `${id}-label`, 'data-custom-id': component.custom_id },
    component.options.map((option, i) => el('label', { class: 'option' }, boxes[i], el('span', {}, option.label, option.description ? el('small', {}, option.description) : null))));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const limits = component.type === TYPE.radio ? { min_values: 1, max_values: 1, required: component.required }
    : { min_values: component.min_values, max_values: component.max_values ?? component.options.length, required: component.required };
  return {
    node, grouped: true, target: boxes[0], marked: kind === 'radio' ? [node] : boxes,
    read: () => (kind === 'radio' ? { value: chosen()[0] ?? null } : { values: chosen() }),
    fault: (required) => count(chosen(), limits, required),
  };
}

/**
 * @param {Check} component
 * @param {Told} told
 * @returns {Control}
 */
function checkField(component, told) {
  const node = el('input', { ...told, type: 'checkbox', class: 'check', checked: component.default, 'data-custom-id': component.custom_id });
  return { node, target: node, marked: [node], read: () => ({ value: node.checked }), fault: () => undefined };
}
