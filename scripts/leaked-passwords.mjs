// Writes server/data/leaked-passwords.bin from a list of leaked passwords, one a line:
//   node scripts/leaked-passwords.mjs <list.txt>
// The first five bytes of each password's SHA-256, sorted: server/src/modules/people/leaked-passwords.ts searches them.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** Shorter ones are refused for their length. */
const MIN_LENGTH = 10;
const PREFIX_BYTES = 5;

const [, , list = '/dev/stdin'] = process.argv;
const lines = readFileSync(list, 'utf8').split(/\r?\n/);
const words = new Set(
  lines.map((line) => line.normalize('NFKC').toLowerCase()).filter((word) => word.length >= MIN_LENGTH),
);
const prefixes = [...words].map((word) => createHash('sha256').update(word).digest().subarray(0, PREFIX_BYTES));
writeFileSync(
  new URL('../server/data/leaked-passwords.bin', import.meta.url),
  Buffer.concat(prefixes.toSorted((a, b) => a.compare(b))),
);
console.log(`${words.size} passwords`);
