// Reads CSV by RFC 4180 from standard input, sign by sign, and writes its rows as JSON. It shares nothing with what wrote it.
import { readFileSync } from 'node:fs';

const bytes = readFileSync(0);
if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) throw new Error('no byte order mark');
const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // which takes the mark off

export function rows(text) {
  const all = [];
  let row = [], at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('a quotation mark is missing');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') { cell += '"'; at++; } else break;
      }
      at++;
    } else {
      for (; at < text.length && !',\r\n'.includes(text[at]); at++) {
        if (text[at] === '"') throw new Error(`a quotation mark in a cell without: ${cell}`);
        cell += text[at];
      }
    }
    row.push(cell);
    if (text[at] === ',') {
      at++;
    } else if (text.startsWith('\r\n', at)) {
      all.push(row);
      row = [];
      at += 2;
    } else {
      throw new Error(`after ${JSON.stringify(cell)} stands ${JSON.stringify(text.slice(at, at + 4))}`);
    }
  }
  if (row.length > 0) throw new Error('the last line has no end');
  return all;
}

process.stdout.write(JSON.stringify(rows(text)));
