// One person's gateway session: identify, heartbeat, resume, and again after a loss.

const OP = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, ack: 11 };

// Close codes after which a session can't be resumed and a new one is made.
const FRESH = new Set([1000, 1001, 4007, 4009]);

// A Gateway keeps a session alive until the page goes. Its callbacks:
// onEvent(type, data), onUp() after READY or RESUMED, onDown() when the socket
// is lost, onUnknown() when the token is no longer known (the simulator was
// started anew without its state).
export class Gateway {
  constructor(address, token, callbacks) {
    this.address = address;
    this.token = token;
    this.callbacks = callbacks;
    this.session = null;
    this.seq = null;
    this.failures = 0;
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.acked = true;
    socket.onmessage = (frame) => this.read(JSON.parse(frame.data));
    socket.onclose = (end) => this.lost(socket, end.code);
  }

  send(op, d) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ op, d }));
  }

  read(frame) {
    switch (frame.op) {
      case OP.hello: return this.hello(frame.d.heartbeat_interval);
      case OP.heartbeat: return this.send(OP.heartbeat, this.seq);
      case OP.ack: this.acked = true; return undefined;
      case OP.reconnect: return this.socket.close(4000);
      case OP.invalid:
        if (!frame.d) this.session = null;
        return this.socket.close(4000);
      case OP.dispatch: return this.dispatch(frame);
      default: return undefined;
    }
  }

  hello(interval) {
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      if (!this.acked) return this.socket.close(4000);
      this.acked = false;
      return this.send(OP.heartbeat, this.seq);
    }, interval);
    if (this.session) this.send(OP.resume, { token: this.token, session_id: this.session, seq: this.seq });
    else this.send(OP.identify, { token: this.token, properties: { os: 'web', browser: 'discordsim', device: '' }, compress: false });
  }

  dispatch(frame) {
    this.seq = frame.s;
    if (frame.t === 'READY') this.session = frame.d.session_id;
    this.callbacks.onEvent(frame.t, frame.d);
    if (frame.t === 'READY' || frame.t === 'RESUMED') {
      this.failures = 0;
      this.callbacks.onUp();
    }
  }

  lost(socket, code) {
    if (socket !== this.socket) return;
    clearInterval(this.beat);
    if (FRESH.has(code)) this.session = null;
    this.callbacks.onDown();
    if (code === 4004) {
      this.callbacks.onUnknown();
      return;
    }
    const pause = Math.min(250 * 2 ** this.failures, 4000) * (0.75 + Math.random() / 2);
    this.failures++;
    setTimeout(() => this.connect(), pause);
  }
}
