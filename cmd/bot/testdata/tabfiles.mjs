// Reads the two files of /tab export, from the folder that is named, and holds one against the other: the CSV by a reader
// of its own, the JSON by Node's. Writes "agree", or what is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const bytes = readFileSync(join(folder, 'boathouse-tab.csv'));
const json = JSON.parse(readFileSync(join(folder, 'boathouse-tab.json'), 'utf8'));

function rows(text) {
  const by = text.startsWith('entry;') ? ';' : ',';
  const all = [], cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${by}\\r\\n]*))(${by}|\\r\\n)`, 'y');
  let row = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex, m = cell.exec(text);
    if (!m) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
    row.push(m[1] !== undefined ? m[1].replaceAll('""', '"') : m[2]);
    if (m[3] !== by) { all.push(row); row = []; }
  }
  return all;
}

function check() {
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') return 'there is no byte order mark';
  const [heads, ...lines] = rows(new TextDecoder().decode(bytes));
  if (lines.length !== json.entries.length) return `${lines.length} rows and ${json.entries.length} entries`;
  const sums = {};
  for (const [i, line] of lines.entries()) {
    if (line.length !== heads.length) return `row ${i} has ${line.length} cells`;
    const row = Object.fromEntries(heads.map((head, n) => [head, line[n]])), entry = json.entries[i];
    for (const [head, cell] of Object.entries(row)) {
      if (/^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+$/.test(cell)) return `a formula: ${head} ${cell}`;
    }
    const plain = (text) => text.replace(/^'/, '');
    for (const [head, key] of [['kind', 'kind'], ['source', 'source'], ['friend', 'friend'], ['note', 'note']]) {
      if (plain(row[head]) !== (entry[key] ?? '')) return `entry ${entry.entry}: ${head} is ${row[head]} and ${entry[key]}`;
    }
    for (const [head, key] of [['entry', 'entry'], ['friend_no', 'friend_no'], ['pips', 'pips'], ['balance', 'balance']]) {
      if (Number(row[head]) !== entry[key]) return `entry ${entry.entry}: ${head} is ${row[head]} and ${entry[key]}`;
    }
    if (!entry.at.startsWith(row.at_utc.replace(' ', 'T'))) return `entry ${entry.entry}: at ${row.at_utc} and ${entry.at}`;
    if (!entry.at_server.startsWith(row.at_server.replace(' ', 'T'))) return `entry ${entry.entry}: at ${row.at_server} and ${entry.at_server}`;
    sums[entry.friend_no] = (sums[entry.friend_no] ?? 0) + entry.pips;
    if (sums[entry.friend_no] !== entry.balance) return `entry ${entry.entry}: the balance is ${sums[entry.friend_no]} and not ${entry.balance}`;
  }
  for (const b of json.balances) if (sums[b.friend_no] !== b.pips) return `friend ${b.friend_no}: ${sums[b.friend_no]} and ${b.pips}`;
  return 'agree';
}

console.log(check());
