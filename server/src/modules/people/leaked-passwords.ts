import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Of the SHA-256 of each leaked password the file has so many bytes. */
const PREFIX_BYTES = 5;
const FILE = new URL('../../../data/leaked-passwords.bin', import.meta.url);

let leaked: Buffer | undefined;

/** Whether a password is on the list of leaked ones (server/data/README.md), however its letters are written. */
export function isLeaked(password: string): boolean {
  leaked ??= readFileSync(FILE);
  const wanted = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest();
  let [from, to] = [0, leaked.length / PREFIX_BYTES];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const at = middle * PREFIX_BYTES;
    const order = wanted.compare(leaked, at, at + PREFIX_BYTES, 0, PREFIX_BYTES);
    if (order === 0) return true;
    if (order > 0) from = middle + 1;
    else to = middle;
  }
  return false;
}
