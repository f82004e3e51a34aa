// Adds up a tab from what `bot export tab` and `bot export hands` wrote, and from who sat where; shares nothing with the bot.
// Reads {tab, hands, sat, voided, periods, moments} from its input: the lines of both exports; for each hand who sat at each seat ("" for a
// computer), when it ended and whether it is bare: doesn't count; which hands a manager voided; times from … to, and the moments of a chart, in unix ms. Writes balances,
// standings, when each two began, how often they sat together, everybody's entries newest first, what hands brought in each time and what stood out in it,
// and what they had brought by each moment; and "wrong", where an entry isn't what the hand's record says.
import { readFileSync } from 'node:fs';

const asked = JSON.parse(readFileSync(0, 'utf8'));
const lines = (text) => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
const entries = lines(asked.tab), records = lines(asked.hands), voided = new Set(asked.voided), wrong = [];

const of = (map, ...keys) => keys.reduce((at, key) => (at[key] ??= {}), map);
const balances = {}, standings = {}, since = {}, history = {}, together = {}, bySeq = new Map(), paid = new Map();
for (const e of entries) {
  const at = of(balances, e.server, e.person);
  at[e.other] = (at[e.other] ?? 0) + e.pips;
  const all = of(standings, e.server);
  all[e.person] = (all[e.person] ?? 0) + e.pips;
  of(since, e.server, e.person)[e.other] ??= Date.parse(e.at);
  (of(history, e.server)[e.person] ??= []).unshift(e.seq);
  bySeq.set(`${e.server} ${e.seq}`, e);
  if (e.source === 'hand') {
    const id = `${e.table}-${e.hand}`;
    paid.set(id, [...(paid.get(id) ?? []), `${e.person} ${e.other} ${e.pips}`]);
  }
}

const rummies = new Set();
const brought = []; // what hands brought, and what took it back, at the time of the hand
for (const e of entries) {
  const back = e.source === 'reversal' ? bySeq.get(`${e.server} ${e.from.split(':')[1]}`) : undefined;
  if (e.source === 'hand') brought.push([e.server, e.person, Date.parse(e.at), e.pips, 0, 0, 0]);
  else if (back?.source === 'hand') brought.push([e.server, e.person, Date.parse(back.at), e.pips, 0, 0, 0]);
}
for (const r of records) {
  const sat = asked.sat[r.id];
  if (!sat || !r.result) { wrong.push(`${r.id}: nobody sat, or it didn't end`); continue; }
  const { winner, rummy, payments } = r.result, due = [];
  // Where everybody goes out at once that is no rummy.
  const isRummy = rummy && r.rules.rummy_multiplier > 1;
  if (isRummy) rummies.add(`${r.id} ${sat.people[winner]}`);
  if (sat.bare) continue; // whatever is booked for it stays over
  for (const { from, to, pips } of payments) {
    const [who, whom] = [sat.people[from], sat.people[to]];
    if (who && whom && pips > 0) due.push(`${who} ${whom} ${-pips}`, `${whom} ${who} ${pips}`);
  }
  const booked = paid.get(r.id) ?? [];
  if (due.sort().join() !== booked.sort().join()) wrong.push(`${r.id}: ${booked} is booked, and ${due} was played for`);
  paid.delete(r.id);
  if (voided.has(r.id)) continue;
  for (const [seat, who] of sat.people.entries()) {
    const won = seat === winner;
    if (who) brought.push([sat.server, who, sat.at, 0, 1, Number(won), Number(won && isRummy)]);
    for (const other of who ? sat.people : []) {
      const at = other && other !== who ? of(together, sat.server, who) : {};
      at[other] = (at[other] ?? 0) + 1;
    }
  }
}
wrong.push(...[...paid.keys()].map((id) => `${id}: booked, and never played`));

const scores = asked.periods.map(([from, to]) => {
  const all = {};
  for (const [server, who, at, ...counts] of brought) {
    if (at < from || at >= to) continue;
    const is = of(all, server);
    is[who] = counts.map((n, i) => n + (is[who]?.[i] ?? 0));
  }
  return all;
});

// What stood out for somebody in a time: of equals the earliest.
const back = new Set(entries.filter((e) => e.source === 'reversal').map((e) => `${e.server} ${e.from.split(':')[1]}`));
const years = asked.periods.map(([from, to], i) => {
  const all = {};
  for (const e of entries) {
    const at = Date.parse(e.at);
    if (e.source !== 'hand' || back.has(`${e.server} ${e.seq}`) || at < from || at >= to) continue;
    const hands = of(all, e.server, e.person), id = `${e.table}-${e.hand}`;
    const hand = (hands[id] ??= { id, table: e.table, at, pips: 0, lines: [] });
    hand.pips += e.pips;
    hand.lines.push([e.other, e.pips]);
  }
  for (const [server, people] of Object.entries(scores[i])) for (const who of Object.keys(people)) of(all, server, who);
  for (const [server, people] of Object.entries(all)) for (const who of Object.keys(people)) {
    const [pips, hands, won] = scores[i][server]?.[who] ?? [0, 0, 0];
    people[who] = { hands, won, pips, ...yearOf(who, Object.values(people[who])) };
  }
  return all;
});

function best(facts, better) {
  return facts.reduce((most, f) => (most === null || better(f, most) ? f : most), null);
}

function yearOf(who, hands) {
  const fact = (h, more) => ({ pips: h.pips, hands: 1, other: '', from: h.id, at: h.at, ...more });
  const sum = (list) => list.reduce((n, h) => n + h.pips, 0);
  const runs = [[]], tables = new Map(), others = new Map();
  for (const h of hands) {
    if (h.pips > 0) runs.push([]);
    else runs.at(-1).push(h);
    tables.set(h.table, [...(tables.get(h.table) ?? []), h]);
    for (const [other, pips] of h.lines) others.set(other, [...(others.get(other) ?? []), { ...h, pips }]);
  }
  const dry = best(runs.filter((r) => r.length > 0), (a, b) => a.length > b.length);
  const evening = best([...tables.values()].filter((t) => sum(t) > 0), (a, b) => sum(a) > sum(b));
  const foe = best([...others].filter(([, l]) => sum(l) < 0), (a, b) => sum(a[1]) < sum(b[1]));
  const rummy = best(hands.filter((h) => h.pips > 0 && rummies.has(`${h.id} ${who}`)), (a, b) => a.pips > b.pips);
  const closest = best(hands.filter((h) => h.pips !== 0), (a, b) => Math.abs(a.pips) < Math.abs(b.pips));
  return {
    rummy: rummy && fact(rummy), closest: closest && fact(closest),
    drought: dry && fact(dry[0], { pips: sum(dry), hands: dry.length }),
    evening: evening && fact(evening.at(-1), { pips: sum(evening), hands: evening.length }),
    nemesis: foe && fact(best(foe[1], (a, b) => a.pips < b.pips), { pips: sum(foe[1]), hands: foe[1].length, other: foe[0] }),
  };
}

const chart = {}; // of a chart
for (const [server, who, at, pips] of brought) {
  const line = (of(chart, server)[who] ??= asked.moments.map(() => 0));
  asked.moments.forEach((moment, i) => { if (at < moment) line[i] += pips; });
}
process.stdout.write(JSON.stringify({ balances, standings, since, history, together, scores, years, chart, wrong }));
