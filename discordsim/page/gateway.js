// One person's gateway session: identify, heartbeat, resume, and again after a loss.
/** @import { Event, Frame } from './discord.d.ts' */

const OP = /** @type {const} */ ({ dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, ack: 11 });

// Close codes after which a session can't be resumed and a new one is made.
const FRESH = new Set([1000, 1001, 4007, 4009]);

/**
 * Callbacks hear of a session: up is called after READY or RESUMED, down when the socket is lost, unknown when the
 * token is no longer known (the simulator was started anew without its state).
 * @typedef {{event: (event: Event) => void, up: () => void, down: () => void, unknown: () => void}} Callbacks
 */

// A Gateway keeps a session alive until the page goes.
export class Gateway {
  /**
   * @param {string} address
   * @param {string} token
   * @param {Callbacks} callbacks
   */
  constructor(address, token, callbacks) {
    this.address = address;
    this.token = token;
    this.callbacks = callbacks;
    this.session = '';
    /** @type {number | null} */
    this.seq = null;
    this.failures = 0;
    this.acked = true;
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.acked = true;
    socket.onmessage = (frame) => this.read(socket, JSON.parse(frame.data));
    socket.onclose = (end) => this.lost(socket, end.code);
  }

  /**
   * @param {WebSocket} socket
   * @param {Frame} frame
   */
  read(socket, frame) {
    switch (frame.op) {
      case OP.hello: return this.hello(socket, frame.d.heartbeat_interval);
      case OP.heartbeat: return send(socket, OP.heartbeat, this.seq);
      case OP.ack: this.acked = true; return undefined;
      case OP.reconnect: return socket.close(4000);
      case OP.invalid:
        if (!frame.d) this.session = '';
        return socket.close(4000);
      case OP.dispatch: return this.dispatch(frame);
      default: return undefined;
    }
  }

  /**
   * @param {WebSocket} socket
   * @param {number} interval in milliseconds
   */
  hello(socket, interval) {
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      if (!this.acked) return socket.close(4000);
      this.acked = false;
      return send(socket, OP.heartbeat, this.seq);
    }, interval);
    if (this.session) send(socket, OP.resume, { token: this.token, session_id: this.session, seq: this.seq });
    else send(socket, OP.identify, { token: this.token, properties: { os: 'web', browser: 'discordsim', device: '' }, compress: false });
  }

  /** @param {Event & {s: number}} frame */
  dispatch(frame) {
    this.seq = frame.s;
    if (frame.t === 'READY') this.session = frame.d.session_id;
    this.callbacks.event(frame);
    if (frame.t === 'READY' || frame.t === 'RESUMED') {
      this.failures = 0;
      this.callbacks.up();
    }
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (socket !== this.socket) return;
    clearInterval(this.beat);
    if (FRESH.has(code)) this.session = '';
    this.callbacks.down();
    if (code === 4004) {
      this.callbacks.unknown();
      return;
    }
    const pause = Math.min(250 * 2 ** this.failures, 4000) * (0.75 + Math.random() / 2);
    this.failures++;
    setTimeout(() => this.connect(), pause);
  }
}

/**
 * @param {WebSocket} socket
 * @param {number} op
 * @param {unknown} d
 */
function send(socket, op, d) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }));
}
