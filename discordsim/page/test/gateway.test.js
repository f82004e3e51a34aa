import './browser.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as clock from './clock.js';
import { Gateway } from '../gateway.js';

let sockets;
let heard; // what the page was told
let gateway;

// A Socket is a line whose other end is the test.
class Socket {
  static OPEN = 1;

  constructor() {
    this.readyState = Socket.OPEN;
    this.sent = [];
    sockets.push(this);
  }

  send(text) { this.sent.push(JSON.parse(text)); }
  says(frame) { this.onmessage({ data: JSON.stringify(frame) }); }
  close(code) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const line = () => sockets.at(-1);
const ready = () => {
  line().says({ op: 10, d: { heartbeat_interval: 1000 } });
  line().says({ op: 0, s: 1, t: 'READY', d: { session_id: 's1' } });
};

beforeEach(() => {
  clock.stop();
  sockets = [];
  heard = [];
  globalThis.WebSocket = Socket;
  gateway = new Gateway('ws://localhost/gateway', 'token', {
    event: ({ t }) => heard.push(t), up: () => heard.push('up'), down: () => heard.push('down'), unknown: () => heard.push('unknown'),
  });
  gateway.connect();
});

afterEach(() => clock.run());

describe('the line', () => {
  it('says who it is and passes on what it hears', () => {
    ready();
    line().says({ op: 0, s: 2, t: 'MESSAGE_CREATE', d: {} });
    assert.deepEqual(line().sent.map((f) => [f.op, f.d.token]), [[2, 'token']]);
    assert.deepEqual(heard, ['READY', 'up', 'MESSAGE_CREATE']);
  });

  it('beats with the number of the last event, and at once when it is asked to', () => {
    ready();
    clock.passes(1000);
    line().says({ op: 11 });
    line().says({ op: 0, s: 9, t: 'MESSAGE_CREATE', d: {} });
    line().says({ op: 1 });
    assert.deepEqual(line().sent.slice(1), [{ op: 1, d: 1 }, { op: 1, d: 9 }]);
  });

  it('is given up when a beat is not answered', () => {
    ready();
    clock.passes(1000);
    assert.equal(sockets.length, 1);
    clock.passes(1000);
    assert.deepEqual(heard.slice(2), ['down']);
    clock.passes(1000);
    assert.equal(sockets.length, 2);
  });

  it('goes on where it was after a loss', () => {
    ready();
    line().says({ op: 0, s: 5, t: 'MESSAGE_CREATE', d: {} });
    line().close(1006);
    clock.passes(1000);
    line().says({ op: 10, d: { heartbeat_interval: 1000 } });
    assert.deepEqual(line().sent, [{ op: 6, d: { token: 'token', session_id: 's1', seq: 5 } }]);
    line().says({ op: 0, s: 6, t: 'RESUMED', d: {} });
    assert.deepEqual(heard.slice(3), ['down', 'RESUMED', 'up']);
  });

  it('begins anew where that can’t be', () => {
    const anew = (lose) => {
      ready();
      lose();
      clock.passes(10000);
      line().says({ op: 10, d: { heartbeat_interval: 1000 } });
      return line().sent[0].op;
    };
    for (const code of [1000, 1001, 4007, 4009]) assert.equal(anew(() => line().close(code)), 2, code);
    assert.equal(anew(() => line().says({ op: 9, d: false })), 2);
    assert.equal(anew(() => line().says({ op: 9, d: true })), 6);
    assert.equal(anew(() => line().says({ op: 7 })), 6);
  });

  it('waits longer from try to try, at most five seconds, and from the beginning once it stood', () => {
    const pause = () => {
      const before = sockets.length;
      line().close(1006);
      let waited = 0;
      for (; sockets.length === before; waited += 10) clock.passes(10);
      return waited;
    };
    const pauses = Array.from({ length: 8 }, pause);
    assert.ok(pauses[0] <= 320 && pauses[3] >= 1500 && pauses[7] >= 3000 && pauses[7] <= 5010, String(pauses));
    ready();
    assert.ok(pause() <= 320);
  });

  it('ends when nobody knows the token any more', () => {
    ready();
    line().close(4004);
    clock.passes(60000);
    assert.deepEqual(heard.slice(2), ['down', 'unknown']);
    assert.equal(sockets.length, 1);
    assert.equal(clock.waiting(), 0);
  });
});
