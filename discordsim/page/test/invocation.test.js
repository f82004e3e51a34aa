import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { flatten } from '../commands.js';
import { Invocation } from '../invocation.js';
import { INDEX, openWorld } from './server.js';

let call;
let world;

const leaf = (name, locale = 'en-US') => flatten(INDEX, locale).find((l) => l.name === name);
const option = (name) => call.leaf.options.find((o) => o.name === name);
const resolved = (name, text, value) => {
  call.set(option(name), text, value);
  return call.resolve(option(name));
};
const labels = (name, typed) => {
  call.set(option(name), typed);
  return call.candidates(option(name)).map((c) => c.label);
};

beforeEach(() => {
  world = openWorld();
  call = new Invocation(leaf('play'), world);
});

describe('a command being filled in', () => {
  it('opens with the options that must be given', () => {
    assert.deepEqual(call.open().map((o) => o.name), ['cards']);
    assert.deepEqual(call.rest().map((o) => o.name), ['meld', 'where', 'card', 'with', 'quiet', 'room', 'stake']);
  });

  it('asks for what is required, and only for that', () => {
    assert.deepEqual(resolved('cards', ' '), { fault: 'This option is required.' });
    assert.deepEqual(resolved('meld', ' '), {});
    assert.equal(call.check().option.name, 'cards');
    call.set(option('cards'), '7H');
    assert.equal(call.check(), undefined);
  });

  it('holds texts to their length, counted in characters', () => {
    assert.deepEqual(resolved('cards', '7'), { fault: 'At least 2 characters.' });
    assert.deepEqual(resolved('cards', '123456'), { fault: 'At most 5 characters.' });
    assert.deepEqual(resolved('cards', '🂡🂢🂣🂤🂥'), { value: '🂡🂢🂣🂤🂥' });
  });

  it('holds numbers to their kind and bounds', () => {
    assert.deepEqual(resolved('meld', 'two'), { fault: 'This must be a number.' });
    assert.deepEqual(resolved('meld', '1.5'), { fault: 'This must be a whole number.' });
    assert.deepEqual(resolved('meld', '0'), { fault: 'At least 1.' });
    assert.deepEqual(resolved('meld', '10'), { fault: 'At most 9.' });
    assert.deepEqual(resolved('meld', ' 9 '), { value: 9 });
    assert.deepEqual(resolved('meld', '9007199254740993'), { fault: 'This must be a whole number.' });
    assert.deepEqual(resolved('stake', '2.5'), { value: 2.5 });
    assert.deepEqual(resolved('stake', '2.6'), { fault: 'At most 2.5.' });
    assert.deepEqual(resolved('stake', 'Infinity'), { fault: 'This must be a number.' });
  });

  it('takes choices by name or value, and nothing beside them', () => {
    assert.deepEqual(resolved('where', 'left'), { value: 'l' });
    assert.deepEqual(resolved('where', 'FL'), { value: 'fl' });
    assert.deepEqual(resolved('where', 'up'), { fault: 'Choose one of the list.' });
  });

  it('takes people, rooms and yes or no by what they are called', () => {
    assert.deepEqual(resolved('with', '@Ben'), { value: '102' });
    assert.deepEqual(resolved('with', 'benno'), { value: '103' });
    assert.deepEqual(resolved('with', 'Carl'), { fault: 'Choose one of the list.' });
    assert.deepEqual(resolved('room', '#cards'), { value: '12' });
    assert.deepEqual(resolved('room', 'side-game'), { fault: 'Choose one of the list.' }); // a thread, and the option wants text channels
    assert.deepEqual(resolved('quiet', 'false'), { value: false });
    assert.deepEqual(resolved('quiet', 'maybe'), { fault: 'Choose one of the list.' });
  });

  it('sends what a list gave, whatever it is called', () => {
    assert.deepEqual(resolved('card', 'Seven of hearts', '7H'), { value: '7H' });
    assert.deepEqual(resolved('quiet', 'False', false), { value: false });
  });

  it('lists what fits, and first what begins so', () => {
    assert.deepEqual(labels('where', ''), ['Far left', 'Left', 'Right']);
    assert.deepEqual(labels('where', 'le'), ['Left', 'Far left']);
    assert.deepEqual(labels('where', 'fl'), ['Far left']);
    assert.deepEqual(labels('with', 'n'), ['@Ben', '@Benno']);
    assert.deepEqual(labels('with', ''), ['@Ada', '@Ben', '@Benno', '@Boathouse']);
    assert.deepEqual(labels('room', ''), ['#general', '#cards']);
  });

  it('lists choices in the person’s language', () => {
    world = openWorld({}, 'de');
    call = new Invocation(leaf('play', 'de'), world);
    assert.deepEqual(labels('where', ''), ['Far left', 'Links', 'Right']);
    assert.deepEqual(resolved('where', 'links'), { value: 'l' });
  });
});

describe('what is sent', () => {
  it('holds what was given, in the order it was taken', () => {
    call.set(option('meld'), '2');
    call.set(option('cards'), '7H');
    call.set(option('stake'), '');
    assert.deepEqual(call.data(), {
      version: '7', id: '501', name: 'play', type: 1, attachments: [],
      options: [{ type: 3, name: 'cards', value: '7H' }, { type: 4, name: 'meld', value: 2 }],
    });
  });

  it('goes along while an option is completed, with what stands in it', () => {
    call.set(option('cards'), '7');
    call.set(option('meld'), '2');
    call.set(option('card'), 'se');
    assert.deepEqual(call.data(option('card')).options, [{ type: 4, name: 'meld', value: 2 }, { type: 3, name: 'card', value: 'se', focused: true }]);
  });

  it('stands under its subcommands', () => {
    const rules = new Invocation(leaf('rum house rules'), world);
    assert.deepEqual(rules.data().options, [{ type: 2, name: 'house', options: [{ type: 1, name: 'rules', options: [] }] }]);
    assert.equal(rules.data().name, 'rum');
  });
});
