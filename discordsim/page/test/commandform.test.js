import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Composer } from '../composer.js';
import { flatten } from '../commands.js';
import { BOT, INDEX, openWorld } from './server.js';

let world;
let asked; // completions that the bot was asked for: {data, answer}
let ran; // commands that were sent
let sent; // messages
let complaints;
let composer;
let root;

// A bot that answers when the test says so.
const bot = {
  complete: (command, data, channel) => new Promise((answer) => asked.push({ command, data, channel, answer })),
  command: (command, data, name, channel) => ran.push({ command, data, name, channel }),
};

let late; // the commands haven't come yet

function open(locale = 'en-US') {
  world = openWorld({}, locale);
  root = document.createElement('form');
  document.body.replaceChildren(root);
  composer = new Composer(root, world, bot, {
    leaves: () => (late ? [] : flatten(INDEX, locale)), send: async (text) => { sent.push(text); }, complain: (text) => complaints.push(text),
  });
  composer.here(world.channels.get('11'));
  composer.input.focus();
}

beforeEach(() => {
  [asked, ran, sent, complaints, late] = [[], [], [], [], false];
  open();
});

// types puts a text at the end of what has the focus, as a keyboard does.
function types(text) {
  const node = document.activeElement;
  node.value += text;
  node.selectionStart = node.value.length;
  node.dispatchEvent(new Event('input', { bubbles: true }));
}

function presses(key, more = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  document.activeElement.dispatchEvent(event);
  return event;
}

const clear = () => {
  document.activeElement.value = '';
  types('');
};
const offers = () => [...root.querySelectorAll('.suggestion-label')].map((n) => n.textContent);
const marked = () => root.querySelector('.suggestion[aria-selected="true"] .suggestion-label')?.textContent;
const title = () => root.querySelector('.suggestions-title').textContent;
const pills = () => [...root.querySelectorAll('.pill')].map((p) => `${p.querySelector('label').textContent}=${p.querySelector('input').value}`);
const focused = () => document.activeElement.dataset.option ?? document.activeElement.id;
const fault = () => root.querySelector('.fault').textContent;
const chip = () => root.querySelector('.chip')?.textContent;
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

describe('after a slash', () => {
  it('the commands are listed, the best one marked', () => {
    types('/');
    assert.deepEqual(offers(), ['/play', '/rum new', '/rum news', '/rum house rules', '/help']);
    types('ne');
    assert.deepEqual(offers(), ['/rum new', '/rum news']);
    assert.equal(marked(), '/rum new');
    types('zz');
    assert.equal(title(), 'No command matches');
  });

  it('commands that come late are listed for what was typed, unless it is left', () => {
    late = true;
    types('/ne');
    assert.equal(title(), 'No bot has registered commands here yet');
    late = false;
    composer.offered();
    assert.equal(marked(), '/rum new');
    presses('Escape');
    composer.offered();
    assert.equal(composer.suggestions.shown, false);
  });

  it('arrows walk the list and Enter takes the marked one', () => {
    types('/');
    assert.equal(presses('ArrowDown').defaultPrevented, true);
    presses('Enter');
    assert.equal(chip(), '/rum new');
    assert.deepEqual(pills(), ['players=']);
    assert.equal(focused(), 'option-players'.replace('option-', ''));
    assert.deepEqual(ran, []);
  });

  it('Tab takes it too, Shift+Tab goes back', () => {
    types('/pl');
    assert.equal(presses('Tab', { shiftKey: true }).defaultPrevented, false);
    assert.equal(chip(), undefined);
    presses('Tab');
    assert.equal(chip(), '/play');
  });

  it('Escape closes the list and keeps the text', () => {
    types('/pl');
    presses('Escape');
    assert.equal(composer.suggestions.shown, false);
    assert.equal(composer.input.value, '/pl');
  });

  it('a name with a space begins its command', () => {
    types('/rum new ');
    assert.equal(chip(), '/rum new');
    assert.equal(composer.input.value, '');
  });

  it('a command without options runs at once', () => {
    types('/help');
    presses('Enter');
    assert.deepEqual(ran.map((r) => [r.name, r.channel, r.data.id]), [['help', '11', '503']]);
    assert.equal(composer.input.value, '');
    assert.equal(focused(), 'composer');
  });

  it('keys of a text being composed are left alone', () => {
    types('/');
    assert.equal(presses('Enter', { isComposing: true }).defaultPrevented, false);
    assert.equal(chip(), undefined);
  });
});

describe('the form of a command', () => {
  const play = () => {
    types('/play ');
  };

  it('has a field for what must be given, with its name and its duty', () => {
    play();
    const input = document.activeElement;
    assert.equal(input.dataset.option, 'cards');
    assert.equal(input.getAttribute('aria-required'), 'true');
    assert.equal(root.querySelector(`label[for="${input.id}"]`).textContent, 'cards');
    assert.equal(root.querySelector('[data-remove="cards"]'), null);
    assert.equal(title(), 'cards Cards to lay');
  });

  it('speaks the person’s language', () => {
    open('de');
    types('/spielen ');
    assert.equal(chip(), '/spielen');
    assert.deepEqual(pills(), ['karten=']);
    types('7H meld:2');
    assert.deepEqual(pills(), ['karten=7H', 'meld=2']);
    presses('Escape'); // the list of the field that has the focus
    presses('Enter');
    assert.deepEqual(ran[0].data.options, [{ type: 3, name: 'cards', value: '7H' }, { type: 4, name: 'meld', value: 2 }]);
    assert.equal(ran[0].name, 'play');
  });

  it('sends nothing while a field is wrong, says which, and goes there', () => {
    play();
    presses('Enter');
    assert.deepEqual(ran, []);
    assert.equal(fault(), 'cards: This option is required.');
    assert.equal(document.activeElement.getAttribute('aria-invalid'), 'true');
    types('7');
    assert.equal(fault(), '');
    assert.equal(document.activeElement.hasAttribute('aria-invalid'), false);
    presses('Enter');
    assert.equal(fault(), 'cards: At least 2 characters.');
    types('H');
    presses('Enter');
    assert.equal(ran.length, 1);
    assert.equal(chip(), undefined);
    assert.equal(focused(), 'composer');
  });

  it('is filled in by one line typed out', () => {
    types('/play 7H 7D meld:2 where:left');
    assert.deepEqual(pills(), ['cards=7H 7D', 'meld=2', 'where=left']);
  });

  it('takes a further option by its name', () => {
    play();
    types('7H');
    composer.input.focus();
    assert.deepEqual(offers(), ['meld', 'where', 'card', 'with', 'quiet', 'room', 'stake']);
    assert.equal(marked(), undefined); // Enter would send
    types('me');
    assert.deepEqual(offers(), ['meld']);
    presses('Enter');
    assert.deepEqual(pills(), ['cards=7H', 'meld=']);
    assert.equal(focused(), 'meld');
    assert.deepEqual(ran, []);
  });

  it('does not send what is no option', () => {
    play();
    types('7H');
    composer.input.focus();
    types('zzz');
    assert.equal(title(), 'No such option');
    presses('Enter');
    assert.deepEqual(ran, []);
    assert.equal(fault(), '“zzz” is not an option of this command.');
  });

  it('offers choices and takes the marked one with Enter', () => {
    types('/play 7H where:');
    assert.equal(focused(), 'where');
    assert.deepEqual(offers(), ['Far left', 'Left', 'Right']);
    types('le');
    assert.deepEqual(offers(), ['Left', 'Far left']);
    presses('ArrowDown');
    presses('Enter');
    assert.deepEqual(pills(), ['cards=7H', 'where=Far left']);
    assert.equal(focused(), 'composer');
    presses('Enter');
    assert.deepEqual(ran[0].data.options, [{ type: 3, name: 'cards', value: '7H' }, { type: 3, name: 'where', value: 'fl' }]);
  });

  it('sends at once a choice that was typed in full', () => {
    types('/play 7H where:');
    types('Left');
    presses('Enter');
    assert.equal(ran[0].data.options[1].value, 'l');
  });

  it('takes an optional field away again', () => {
    types('/play 7H meld:2');
    root.querySelector('[data-remove="meld"]').click();
    assert.deepEqual(pills(), ['cards=7H']);
    assert.equal(focused(), 'composer');
    presses('Enter');
    assert.deepEqual(ran[0].data.options, [{ type: 3, name: 'cards', value: '7H' }]);
  });

  it('goes back with Backspace: field by field, to the plain text', () => {
    types('/play 7H meld:');
    presses('Backspace');
    assert.deepEqual(pills(), ['cards=7H']);
    assert.equal(focused(), 'cards');
    clear();
    presses('Backspace');
    assert.equal(chip(), undefined);
    assert.equal(composer.input.value, '/play');
    assert.deepEqual(offers(), ['/play', '/help']);
  });

  it('leaves their own keys to the buttons beside the fields', () => {
    types('/play 7H where:');
    types('le');
    assert.equal(marked(), 'Left');
    root.querySelector('[data-remove="where"]').focus();
    for (const key of ['Backspace', 'Tab', 'Enter', 'ArrowDown']) assert.equal(presses(key).defaultPrevented, false, key);
    assert.deepEqual(pills(), ['cards=7H', 'where=le']);
    assert.deepEqual(ran, []);
    presses('Escape');
    presses('Escape');
    assert.equal(chip(), undefined);
  });

  it('leaves with Escape once the list is closed', () => {
    play();
    presses('Escape');
    presses('Escape');
    assert.equal(chip(), undefined);
    assert.equal(composer.input.value, '');
    assert.deepEqual(ran, []);
  });

  it('is gone when another channel is opened', () => {
    play();
    composer.here(world.channels.get('12'));
    assert.equal(chip(), undefined);
    assert.match(composer.input.placeholder, /^Message #cards/);
  });
});

describe('an option that the bot completes', () => {
  const choose = async () => {
    types('/play 7H card:');
    await pause(250);
  };

  it('asks with all that is filled in', async () => {
    await choose();
    assert.equal(asked.length, 1);
    assert.deepEqual(asked[0].data.options, [{ type: 3, name: 'cards', value: '7H' }, { type: 3, name: 'card', value: '', focused: true }]);
    assert.equal(asked[0].command.application_id, BOT.id);
    assert.equal(asked[0].channel, '11');
  });

  it('offers what the bot answers, and sends its value', async () => {
    await choose();
    asked[0].answer([{ name: 'Seven of hearts', value: '7H' }, { name: 'Two of clubs', value: '2C' }]);
    await pause(0);
    assert.deepEqual(offers(), ['Seven of hearts', 'Two of clubs']);
    presses('ArrowDown');
    presses('Enter');
    presses('Enter');
    assert.deepEqual(ran[0].data.options[1], { type: 3, name: 'card', value: '2C' });
  });

  it('asks once for what is typed quickly, and drops answers that come too late', async () => {
    await choose();
    types('s');
    types('e');
    await pause(250);
    assert.deepEqual(asked.map((a) => a.data.options[1].value), ['', 'se']);
    asked[1].answer([{ name: 'Seven', value: '7' }]);
    await pause(0);
    asked[0].answer([{ name: 'Old', value: 'o' }]);
    await pause(0);
    assert.deepEqual(offers(), ['Seven']);
  });

  it('never takes an item of an older answer', async () => {
    await choose();
    asked[0].answer([{ name: 'Ace', value: 'a' }]);
    await pause(0);
    assert.equal(marked(), 'Ace');
    types('x');
    assert.equal(marked(), undefined);
    presses('Enter');
    assert.equal(ran[0].data.options[1].value, 'x');
  });

  it('says so when the bot fails, and still takes what is typed', async () => {
    await choose();
    asked[0].answer(null);
    await pause(0);
    assert.equal(title(), 'Loading options failed. You can still type a value.');
    types('7S');
    presses('Enter');
    assert.equal(ran[0].data.options[1].value, '7S');
  });
});

describe('a plain message', () => {
  it('is sent with Enter, and Shift+Enter begins a new line', async () => {
    types('Hello');
    assert.equal(presses('Enter', { shiftKey: true }).defaultPrevented, false);
    presses('Enter');
    assert.deepEqual(sent, ['Hello']);
    assert.equal(composer.input.value, '');
    presses('Enter');
    assert.equal(sent.length, 1);
  });

  it('offers people after an @', () => {
    types('Hi @be');
    assert.deepEqual(offers(), ['Ben', 'Benno']);
    presses('Enter');
    assert.equal(composer.input.value, 'Hi @Ben ');
    assert.deepEqual(sent, []);
  });

  it('mentions whom and what it names, the longest name first', () => {
    world.apply({ t: 'GUILD_MEMBER_ADD', d: { user: { id: '104', username: 'ben10', global_name: 'Ben Ten' }, roles: [] } });
    for (const [text, want] of Object.entries({
      '@Ben Ten hi': '<@104> hi', '@Ben hi': '<@102> hi', '@Benno hi': '<@103> hi', '@Bennox hi': '@Bennox hi', 'in #general and #side-game': 'in <#11> and <#13>', 'a@Ben': 'a@Ben', '@Ben, @Ada': '<@102>, <@101>',
    })) assert.equal(composer.marked(text), want);
  });

  it('comes back when it could not be sent', async () => {
    composer.acts.send = () => Promise.reject(new Error('Too long'));
    types('Hello');
    presses('Enter');
    await pause(0);
    assert.equal(composer.input.value, 'Hello');
    assert.deepEqual(complaints, ['Too long']);
  });
});
