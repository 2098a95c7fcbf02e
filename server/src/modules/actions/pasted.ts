import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Note } from './frame.ts';

/** A transfer as a wallet's list tells it; what its line lacks is undefined. */
export interface PastedTransfer {
  /** Of the line, from 1. */
  row: number;
  hash: string | undefined;
  id: string | undefined;
  address: string | undefined;
  /** Micro-USDT. */
  amount: bigint | undefined;
}

const HASH = /\b(?:0x)?([0-9a-f]{64})\b/i;
const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;
const ADDRESS = /\bT[1-9A-HJ-NP-Za-km-z]{33}\b/;
/** Thousands may stand apart; a comma is the decimal point of some wallets. */
const AMOUNT = /^\d{1,3}(?:[ \u00a0]\d{3})+(?:[.,]\d{1,6})?$|^\d+(?:[.,]\d{1,6})?$/;

function amountIn(rest: string): bigint | undefined {
  const parts = rest
    .split(/[;\t|]/)
    .map((part) => part.replaceAll(/USDT/gi, '').replaceAll(/^[\s,"']+|[\s,"']+$/g, ''));
  const amounts = parts.filter((part) => AMOUNT.test(part));
  const [only] = amounts;
  if (only === undefined || amounts.length > 1) return undefined;
  return parseMinorUnits(only.replaceAll(/[ \u00a0]/g, '').replace(',', '.'), SCALE.usdt);
}

/** Reads a list of transfers, a line each, their parts in any order. Empty lines, and a head that has none of them, are passed over. */
export function readPasted(text: string): PastedTransfer[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [hash, id, address] = [HASH.exec(line)?.[1], ID.exec(line)?.[0], ADDRESS.exec(line)?.[0]];
    const rest = [HASH, ID, ADDRESS].reduce((left, part) => left.replace(part, ''), line);
    const isHead = index === 0 && hash === undefined && address === undefined && !/\d/.test(line);
    if (line.trim() === '' || isHead) return [];
    return [{ row: index + 1, hash: hash?.toLowerCase(), id: id?.toLowerCase(), address, amount: amountIn(rest) }];
  });
}

/** An open withdrawal, as far as matching looks at it. */
export interface Candidate {
  id: string;
  wallet: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
  sendingAt: Date | null;
}

export interface Matched<Open> {
  row: number;
  hash: string;
  withdrawal: Open;
}

const noteOf = (code: string, row: number, values: Note['values'] = {}): Note => ({ code, values: { row, ...values } });

/**
 * Matches transfers with open withdrawals by address and sum, or by id when a line has one; those that somebody is sending come
 * first, then the oldest. Nothing is matched twice.
 * @param takenBy the withdrawals that hashes have closed before, by hash.
 * @returns the matches, and a note for each line that has none.
 */
export function matchPasted<Open extends Candidate>(
  transfers: readonly PastedTransfer[],
  open: readonly Open[],
  takenBy: ReadonlyMap<string, string>,
): { matched: Matched<Open>[]; notes: Note[] } {
  const matched: Matched<Open>[] = [];
  const notes: Note[] = [];
  const seen = new Map<string, number>();
  const free = new Set(
    open.toSorted((a, b) => Number(b.sendingAt !== null) - Number(a.sendingAt !== null) || (a.id < b.id ? -1 : 1)),
  );
  for (const { row, hash, id, address, amount } of transfers) {
    if (hash === undefined) notes.push(noteOf('row_no_hash', row));
    else if (seen.has(hash)) notes.push(noteOf('row_hash_repeated', row, { other: seen.get(hash) ?? 0 }));
    else if (takenBy.has(hash)) notes.push(noteOf('row_hash_taken', row, { withdrawal: takenBy.get(hash) ?? '' }));
    else if (address === undefined) notes.push(noteOf('row_no_address', row));
    else if (amount === undefined) notes.push(noteOf('row_no_amount', row));
    else {
      const there = [...free].filter((each) => each.wallet === address && (id === undefined || each.id === id));
      const withdrawal = there.find(({ amountUsdt }) => amountUsdt === amount);
      if (withdrawal === undefined) notes.push(noteOf(there.length > 0 ? 'row_other_sum' : 'row_unknown', row));
      else {
        free.delete(withdrawal);
        matched.push({ row, hash, withdrawal });
      }
    }
    if (hash !== undefined && !seen.has(hash)) seen.set(hash, row);
  }
  return { matched, notes };
}
