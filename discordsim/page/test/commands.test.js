import './browser.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginning, exact, flatten, localised, matching, offered, split } from '../commands.js';
import { HELP, INDEX, PLAY } from './server.js';

const english = flatten(INDEX, 'en-US');
const german = flatten(INDEX, 'de');
const names = (leaves) => leaves.map((leaf) => leaf.name);
const leaf = (name, leaves = english) => leaves.find((l) => l.name === name);

describe('the commands of an index', () => {
  it('are those that can be run, in the order of their bot', () => {
    assert.deepEqual(names(english), ['play', 'rum new', 'rum news', 'rum house rules', 'help']);
    assert.deepEqual(leaf('rum house rules').path.map((p) => p.name), ['house', 'rules']);
    assert.deepEqual(leaf('rum new').options.map((o) => o.name), ['players']);
    assert.equal(leaf('rum new').description, 'Open a table');
  });

  it('are shown in the language of the person and keep their own name', () => {
    assert.deepEqual(german.map((l) => l.shown), ['spielen', 'rommé neu', 'rommé news', 'rommé house rules', 'help']);
    assert.deepEqual(names(german), names(english));
  });

  it('leave out what is no slash command', () => {
    assert.deepEqual(names(flatten({ application_commands: [{ ...HELP, type: 2 }, { ...HELP, type: 1 }] }, 'en-US')), ['help']);
    assert.deepEqual(flatten({}, 'en-US'), []);
  });

  it('fall back to the name as registered', () => {
    assert.equal(localised(PLAY, 'name', 'fr'), 'play');
    assert.equal(localised({ name: 'x', name_localizations: null }, 'name', 'de'), 'x');
    assert.equal(localised({}, 'description', 'de'), '');
  });
});

describe('a command is offered', () => {
  const asked = (more, dm, permissions = 0n) => offered(flatten({ application_commands: [{ ...HELP, ...more }] }, 'en-US')[0], dm, permissions);

  it('where its contexts allow it', () => {
    assert.equal(asked({}, false), true);
    assert.equal(asked({}, true), true);
    assert.equal(asked({ contexts: [0] }, true), false);
    assert.equal(asked({ contexts: [1] }, false), false);
    assert.equal(asked({ guild_id: '1' }, true), false);
  });

  it('to those who have every permission it asks for', () => {
    assert.equal(asked({ default_member_permissions: '40' }, false, 8n), false);
    assert.equal(asked({ default_member_permissions: '40' }, false, 40n), true);
    assert.equal(asked({ default_member_permissions: '40' }, true, 0n), true);
    assert.equal(asked({ default_member_permissions: '0' }, false, 40n), false);
    assert.equal(asked({ default_member_permissions: '0' }, false, ~0n), true);
  });
});

describe('what is typed after the slash', () => {
  it('finds full names first, then beginnings, then parts, then descriptions', () => {
    assert.deepEqual(names(matching(english, 'rum new')), ['rum new', 'rum news']);
    assert.deepEqual(names(matching(english, 'rum news')), ['rum news']);
    assert.deepEqual(names(matching([...english].reverse(), 'rum new')), ['rum new', 'rum news']);
    assert.deepEqual(names(matching([...english].reverse(), 'play')), ['play', 'help']);
    assert.deepEqual(names(matching(english, 'new')), ['rum new', 'rum news']);
    assert.deepEqual(names(matching(english, 'play')), ['play', 'help']); // "How to play"
    assert.deepEqual(names(matching(english, 'HELP ')), ['help']);
    assert.deepEqual(names(matching(english, '')), names(english));
    assert.deepEqual(names(matching(english, 'zzz')), []);
  });

  it('finds names of either language', () => {
    assert.deepEqual(names(matching(german, 'spiel')), ['play']);
    assert.deepEqual(names(matching(german, 'play')), ['play', 'help']);
  });

  it('does not find every description that holds a letter', () => {
    assert.deepEqual(names(matching(english, 'w')), ['rum new', 'rum news']);
    assert.deepEqual(names(matching(english, 'hand')), ['play']);
  });

  it('is a whole command only where nothing is missing', () => {
    assert.equal(exact(english, 'rum new').name, 'rum new');
    assert.equal(exact(german, ' Rommé Neu ').name, 'rum new');
    assert.equal(exact(english, 'rum'), undefined);
  });

  it('begins with the longest command that fits, and a space', () => {
    assert.deepEqual((({ leaf: l, rest }) => [l.name, rest])(beginning(english, 'rum new players:4')), ['rum new', 'players:4']);
    assert.deepEqual((({ leaf: l, rest }) => [l.name, rest])(beginning(english, 'RUM news ')), ['rum news', '']);
    assert.deepEqual((({ leaf: l, rest }) => [l.name, rest])(beginning(german, 'rommé neu 4')), ['rum new', '4']);
    const both = flatten({ application_commands: [{ ...HELP, name: 'rum' }, ...INDEX.application_commands] }, 'en-US'); // another bot's /rum
    assert.equal(beginning(both, 'rum new 4').leaf.name, 'rum new');
    assert.equal(beginning(both, 'rum other').leaf.name, 'rum');
    assert.equal(beginning(english, 'rum new'), undefined);
    assert.equal(beginning(english, 'rumnew 4'), undefined);
  });
});

describe('options that are typed out', () => {
  const read = (text, locale = 'en-US') => {
    const { lead, values } = split(leaf('play'), text, locale);
    return [lead, values.map(({ option, text: value }) => [option.name, value])];
  };

  it('are taken apart at their names', () => {
    assert.deepEqual(read('cards:7H 7D meld:2'), ['', [['cards', '7H 7D'], ['meld', '2']]]);
    assert.deepEqual(read('7H 7D meld: 2 '), ['7H 7D', [['meld', '2']]]);
    assert.deepEqual(read('cards:'), ['', [['cards', '']]]);
    assert.deepEqual(read('7H 7D'), ['7H 7D', []]);
  });

  it('go by the person’s language and by their own names', () => {
    assert.deepEqual(read('Karten:7H meld:1', 'de'), ['', [['cards', '7H'], ['meld', '1']]]);
    assert.deepEqual(read('cards:7H', 'de'), ['', [['cards', '7H']]]);
    assert.deepEqual(read('karten:7H', 'en-US'), ['karten:7H', []]);
  });

  it('keep a colon that belongs to no name', () => {
    assert.deepEqual(read('cards:at 10:30 x:y meld:1'), ['', [['cards', 'at 10:30 x:y'], ['meld', '1']]]);
  });
});
