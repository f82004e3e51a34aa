// Adds up a tab from what `bot export tab` and `bot export hands` wrote, and from who sat where; shares nothing with the bot.
// Reads {tab, hands, sat, voided, periods} from its input: the lines of both exports; for each hand who sat at each seat ("" for a
// computer) and when it ended; which hands a manager voided; and times from … to in unix ms. Writes balances,
// standings, when each two began, how often they sat together, everybody's entries newest first, and what hands brought in each time; and "wrong", where an entry isn't what the hand's record says.
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
    if (who) brought.push([sat.server, who, sat.at, 0, 1, Number(won), Number(won && rummy)]);
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
process.stdout.write(JSON.stringify({ balances, standings, since, history, together, scores, wrong }));
