// Recomputes a fair deal from what a channel and a proof show, by the description of
// version 1 alone: a JSON list of deals in, for each a line "fair" or what differs out.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

// seal is what the channel shows, 32 characters, or all 64 digits; message is the id of the
// message that carries it. early are words given before it and words those after; last is the
// id of the hand's own message, which a first hand doesn't have.
function verdict({ table, hand, seed, seal, early, message, words, last, deck }) {
  const sealed = createHash("sha256").update(`boathouse/1|${table}|${hand}|${seed}`).digest();
  const line = sealed.subarray(0, 24).toString("base64url");
  const shown = seal.trim().replaceAll("\\_", "_");
  if (shown !== line && shown !== sealed.toString("hex")) return "another seal";

  const cuts = [...early, message, ...words, ...(last ? [last] : [])].map((cut) => cut.normalize("NFC"));
  const key = createHmac("sha256", Buffer.from(seed, "hex"))
    .update(`boathouse/1|${sealed.toString("hex")}|${cuts.join("|")}`)
    .digest();

  let block = 0;
  let left = [];
  function next() {
    if (left.length === 0) {
      const bytes = createHmac("sha256", key).update(`deck|${block++}`).digest();
      for (let at = 0; at < bytes.length; at += 4) left.push(bytes.readUInt32BE(at));
    }
    return left.shift();
  }

  function below(n) {
    const end = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const number = next();
      if (number < end) return number % n;
    }
  }

  const cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  for (let i = 51; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards.join(" ") === deck.join(" ") ? "fair" : "another deck";
}

for (const deal of JSON.parse(readFileSync(0, "utf8"))) console.log(verdict(deal));
