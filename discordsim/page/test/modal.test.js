import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { listenForChoices } from '../chooser.js';
import { openModal } from '../modal.js';
import { openWorld } from './server.js';

const OPTIONS = [{ value: 'a', label: 'Brisk' }, { value: 'b', label: 'Classic', description: 'as in the book' }, { value: 'c', label: 'Long' }];

const MODAL = {
  id: '7', channel_id: '11', nonce: '1', custom_id: 'settings', title: 'Settings',
  components: [
    { type: 10, content: 'Say how you play.' },
    { type: 18, label: 'Rules', description: 'They hold for the whole table.', component: { type: 3, custom_id: 'rules', placeholder: 'Make a selection', options: OPTIONS } },
    { type: 18, label: 'Days', component: { type: 3, custom_id: 'days', options: OPTIONS, min_values: 0, max_values: 2, required: false } },
    { type: 18, label: 'Name', component: { type: 4, custom_id: 'name', style: 1, min_length: 3, max_length: 9 } },
    { type: 18, label: 'Speed', component: { type: 21, custom_id: 'speed', options: OPTIONS } },
    { type: 18, label: 'Extras', component: { type: 22, custom_id: 'extras', options: OPTIONS, max_values: 2 } },
    { type: 18, label: 'Quiet', component: { type: 23, custom_id: 'quiet' } },
  ],
};

listenForChoices();

let sent;
let takes; // whether the bot takes what is submitted
let dialog;

beforeEach(() => {
  sent = [];
  takes = true;
  document.body.replaceChildren();
  openModal(MODAL, openWorld(), {
    submit: async (modal, components) => {
      sent.push([modal.custom_id, components]);
      return takes;
    },
  });
  dialog = document.querySelector('dialog');
});

const field = (label) => [...dialog.querySelectorAll('.field')].find((f) => f.querySelector('.field-label').textContent.replace(' *', '') === label);
const control = (label) => field(label).querySelector('.select, input, textarea, [role="radiogroup"], [role="group"]');
const group = (label) => field(label).querySelector('.options');
const fault = (label) => field(label).querySelector('.fault').textContent;
const submit = () => dialog.querySelector('[type="submit"]').click();
const settled = () => new Promise((done) => { setTimeout(done); });

// spoken joins the texts that an attribute's ids lead to; a node that names itself is called by its own label.
function spoken(node, attribute) {
  return node.getAttribute(attribute).split(' ').map((id) => {
    const part = document.getElementById(id).cloneNode(true);
    for (const hidden of part.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return id === node.id ? node.getAttribute('aria-label') : part.textContent;
  }).filter(Boolean).join(' · ');
}

function presses(key) {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

// pick takes options of a select by the keyboard.
function pick(label, ...options) {
  control(label).focus();
  control(label).click();
  for (const option of options) {
    presses('Home');
    const marked = () => dialog.querySelector('.chooser-option.active span').textContent;
    while (!marked().startsWith(option)) presses('ArrowDown');
    presses('Enter');
  }
  if (dialog.querySelector('.chooser')) presses('Tab');
}

function fill() {
  pick('Rules', 'Classic');
  control('Name').value = 'Ada';
  group('Speed').querySelectorAll('input')[2].click();
  group('Extras').querySelectorAll('input')[0].click();
}

describe('a modal', () => {
  it('is called by its title and begins at its first field', () => {
    assert.equal(spoken(dialog, 'aria-labelledby'), 'Settings');
    assert.equal(document.activeElement, control('Rules'));
  });

  it('names each field after its label, a select with its value', () => {
    assert.equal(spoken(control('Rules'), 'aria-labelledby'), 'Rules · Make a selection');
    pick('Rules', 'Long');
    assert.equal(spoken(control('Rules'), 'aria-labelledby'), 'Rules · Make a selection: Long');
    assert.equal(spoken(group('Speed'), 'aria-labelledby'), 'Speed');
    for (const label of ['Rules', 'Name', 'Quiet']) assert.equal(field(label).querySelector('label.field-label').htmlFor, control(label).id);
  });

  it('tells what a field is for and what must be filled in', () => {
    assert.equal(spoken(control('Rules'), 'aria-describedby'), 'They hold for the whole table.');
    const required = ['Rules', 'Days', 'Name', 'Speed', 'Extras', 'Quiet'].map((label) => control(label).getAttribute('aria-required'));
    assert.deepEqual(required, ['true', null, 'true', 'true', null, null]); // of a group it can't be said
  });

  it('sends what was filled in, in its own shape', async () => {
    fill();
    submit();
    await settled();
    assert.deepEqual(sent, [['settings', [
      { type: 18, component: { type: 3, custom_id: 'rules', values: ['b'] } },
      { type: 18, component: { type: 3, custom_id: 'days', values: [] } },
      { type: 18, component: { type: 4, custom_id: 'name', value: 'Ada' } },
      { type: 18, component: { type: 21, custom_id: 'speed', value: 'c' } },
      { type: 18, component: { type: 22, custom_id: 'extras', values: ['a'] } },
      { type: 18, component: { type: 23, custom_id: 'quiet', value: false } },
    ]]]);
    assert.equal(dialog.isConnected, false);
  });

  it('takes several options where it may, and no more', async () => {
    fill();
    pick('Days', 'Brisk', 'Long', 'Classic');
    submit();
    await settled();
    assert.deepEqual(sent[0][1][1].component.values, ['a', 'c']);
  });

  it('keeps what was chosen when a list is left with Escape', async () => {
    fill();
    pick('Days', 'Brisk');
    control('Days').click();
    presses('End');
    presses('Enter');
    presses('Escape');
    submit();
    await settled();
    assert.deepEqual(sent[0][1][1].component.values, ['a']);
  });

  it('says what is wrong at each field and goes to the first', () => {
    control('Name').value = 'Al';
    dialog.querySelector('[type="submit"]').focus();
    submit();
    assert.deepEqual(sent, []);
    assert.deepEqual(['Rules', 'Days', 'Name', 'Speed', 'Extras', 'Quiet'].map(fault), ['Make a choice.', '', 'At least 3 characters.', 'Make a choice.', 'Make a choice.', '']);
    assert.equal(document.activeElement, control('Rules'));
    assert.equal(control('Rules').getAttribute('aria-invalid'), 'true');
    assert.equal(spoken(control('Rules'), 'aria-describedby'), 'They hold for the whole table. · Make a choice.');
    assert.equal(group('Speed').getAttribute('aria-invalid'), 'true');
    assert.equal(group('Extras').hasAttribute('aria-invalid'), false); // which a group may not have
    assert.equal(group('Extras').querySelector('input').getAttribute('aria-invalid'), 'true');
    fill();
    submit();
    assert.equal(sent.length, 1);
  });

  it('stays open with all that was filled in when the bot fails', async () => {
    takes = false;
    fill();
    submit();
    await settled();
    assert.equal(dialog.open, true);
    assert.equal(dialog.querySelector('form > .fault').textContent, 'Something went wrong. Try again.');
    assert.equal(control('Name').value, 'Ada');
    takes = true;
    submit();
    await settled();
    assert.equal(sent.length, 2);
    assert.equal(dialog.isConnected, false);
  });

  it('sends nothing when it is cancelled', () => {
    fill();
    dialog.querySelector('footer [type="button"]').click();
    assert.equal(dialog.isConnected, false);
    assert.deepEqual(sent, []);
  });
});
