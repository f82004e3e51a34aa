import './browser.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flatten } from '../commands.js';
import { Welcome } from '../welcome.js';

const leaves = flatten({ application_commands: [
  { name: 'play', description: 'Cards at once' },
  { name: 'rum', description: 'Rum', options: ['new', 'help', 'join'].map((name) => ({ type: 1, name, description: name })) },
] }, 'en-US');

describe('the head of a channel', () => {
  it('shows three things to do, those that the bot registered first', () => {
    const begun = [];
    const welcome = new Welcome((name) => begun.push(name));
    welcome.draw({ type: 0, name: 'general' }, 'Ada', leaves, ['Boathouse']);
    const cards = [...welcome.node.querySelectorAll('.command-card')];
    assert.deepEqual(cards.map((card) => card.querySelector('strong').textContent), ['/play', '/rum new', '/rum help']);
    assert.match(welcome.node.textContent, /Begin with one of these.*for all that Boathouse can do/);
    cards[0].click();
    assert.deepEqual(begun, ['play']);
  });

  it('says so where no bot offers anything', () => {
    const welcome = new Welcome(() => {});
    welcome.draw({ type: 0, name: 'general' }, 'Ada', [], []);
    assert.equal(welcome.node.querySelector('.command-card'), null);
    assert.match(welcome.node.textContent, /No bot has registered commands here yet/);
  });
});
