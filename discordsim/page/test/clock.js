// Timers that go when the test says so. The runner's own differ by its version.
const real = { setTimeout, clearTimeout, setInterval, clearInterval };
const timers = new Map();
let now = 0;
let serial = 0;

const set = (every) => (run, after) => {
  timers.set(++serial, { run, at: now + after, every: every ? after : 0 });
  return serial;
};
const clear = (id) => { timers.delete(id); };

// stop takes the timers over, run gives them back.
export function stop() {
  timers.clear();
  Object.assign(globalThis, { setTimeout: set(false), clearTimeout: clear, setInterval: set(true), clearInterval: clear });
}

export function run() {
  Object.assign(globalThis, real);
}

// passes lets this many milliseconds go by.
export function passes(ms) {
  const end = now + ms;
  for (;;) {
    const next = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
    if (!next) break;
    const [id, timer] = next;
    now = timer.at;
    if (timer.every) timer.at += timer.every;
    else timers.delete(id);
    timer.run();
  }
  now = end;
}

// waiting is how many timers are set.
export const waiting = () => timers.size;
