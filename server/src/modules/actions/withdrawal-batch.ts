import { MAX_BATCH } from '@kantor/contract/plain/limits.ts';
import type { Reader } from '../../db/tx.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { type OperatorWithdrawal, readByHashes, readOpenTo } from '../withdrawals/index.ts';
import { ALONE_USDT } from '../audit/index.ts';
import { usdtText } from './facts.ts';
import type { Action, Change, Note, Operator } from './frame.ts';
import { type Matched, matchPasted, type PastedTransfer, readPasted } from './pasted.ts';
import { confirmTransfer } from './transfer-proof.ts';
import { close, type ClosingTerms, findAll, withdrawalFacts } from './withdrawals.ts';

interface Pasting {
  text: string;
  isUnseen: boolean;
}

interface Found {
  matched: Matched<OperatorWithdrawal>[];
  notes: Note[];
}

/** The node is asked for so many transfers at once. */
const MAX_ASKED_AT_ONCE = 5;

/** @throws ApiError 400 (too many). */
function read({ text }: Pasting): PastedTransfer[] {
  const transfers = readPasted(text);
  if (transfers.length > MAX_BATCH) throw badRequest({ text: [`Не больше ${MAX_BATCH} строк за раз`] });
  return transfers;
}

async function match(db: Reader, transfers: readonly PastedTransfer[]): Promise<Found> {
  const open = await readOpenTo(
    db,
    transfers.flatMap(({ address = '' }) => address),
  );
  const taken = await readByHashes(
    db,
    transfers.flatMap(({ hash = '' }) => hash),
  );
  return matchPasted(transfers, open, new Map(taken.map(({ hash, id }) => [hash, id])));
}

/** The lines whose transfer the node does not prove, and what it says of them. */
type Unproven = ReadonlyMap<number, string>;

/** Closes several withdrawals by the list of a wallet's transfers. */
export const closeWithdrawals = (operator: Operator, terms: ClosingTerms): Action<Pasting, Found, Unproven> => ({
  name: 'close-withdrawal',
  prepare: async (db, input) => {
    const unproven = new Map<number, string>();
    const { chainNode: node } = terms;
    if (node === undefined || input.isUnseen) return unproven;
    const waiting = (await match(db, read(input))).matched;
    const ask = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const said = await confirmTransfer(node, { ...next.withdrawal, transactionHash: next.hash });
        if (said !== 'proven') unproven.set(next.row, said);
      }
    };
    await Promise.all(Array.from({ length: MAX_ASKED_AT_ONCE }, ask));
    return unproven;
  },
  find: async (step, input, unproven = new Map()) => {
    const transfers = read(input);
    const first = await match(step.tx, transfers);
    const locked = await findAll(
      step,
      first.matched.map(({ withdrawal }) => withdrawal.id),
    );
    const byId = new Map(locked.map((each) => [each.id, each]));
    const matched = first.matched.flatMap((each) => {
      const withdrawal = byId.get(each.withdrawal.id);
      return withdrawal?.doneAt === null && !unproven.has(each.row) ? [{ ...each, withdrawal }] : [];
    });
    const notes = [...unproven].map(([row, said]) => ({ code: `row_transfer_${said}`, values: { row } }));
    return {
      matched,
      notes: [...first.notes, ...notes].toSorted((a, b) => Number(a.values['row']) - Number(b.values['row'])),
    };
  },
  basis: ({ matched }) =>
    Object.fromEntries(
      matched.map(({ row, withdrawal }) => [`${row}`, JSON.stringify([withdrawal.id, withdrawalFacts(withdrawal)])]),
    ),
  act: async (step, { matched, notes }, { isUnseen }) => {
    if (matched.length === 0) throw conflict('nothing_matched', 'Ни одна строка не подошла к открытому выводу');
    const changes: Change[] = [];
    const rows: Note[] = [];
    let besides = 0n;
    for (const { row, hash, withdrawal } of matched) {
      const outcome = await close(step, operator, withdrawal, { hash, isUnseen, besides }, terms);
      if (outcome.changes.some(({ after }) => ALONE_USDT in after)) besides += withdrawal.amountUsdt;
      changes.push(...outcome.changes);
      const values = {
        row,
        owner: withdrawal.owner,
        amount: usdtText(withdrawal.amountUsdt),
        withdrawal: withdrawal.id,
      };
      rows.push({ code: outcome.isProposal ? 'row_proposed' : 'row_matched', values });
    }
    return { changes, notes: [...rows, ...notes], isProposal: rows.every(({ code }) => code === 'row_proposed') };
  },
});
