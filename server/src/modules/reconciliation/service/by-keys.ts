import { MAX_RECONCILED_OURS } from '@kantor/contract/plain/reconciliations.ts';
import type { Reader } from '../../../db/tx.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { feeOf } from '../../ledger/index.ts';
import { createPiles, EMPTY, leftOut, ourPart, outOf, type Result, theirPart } from '../piles.ts';
import { type LeftOut, type Ours, pileOf, type Theirs } from '../rules.ts';
import * as store from '../store/ours.ts';
import { type Asked, momentsOf, periodOf, PIECE, readAll, tooMany, UUID } from './period.ts';

const pieces = function* <Item>(items: readonly Item[]) {
  for (let start = 0; start < items.length; start += PIECE) yield items.slice(start, start + PIECE);
};

/** An order or a payout as its merchant knows it: what was paid, and the fee of that. */
function ownOf(kind: store.OwnKind, object: store.OwnObject, onlyPaid: boolean): Ours {
  const { id, externalId, status, amount, paid, amountUsdt, rate, createdAt, paidAt } = object;
  const usdt = paid === null || paid === amount ? amountUsdt : toMicroUsdt(paid, rate);
  return {
    object: kind === 'orders' ? 'order' : 'payout',
    id,
    key: externalId ?? id,
    amount: paid ?? amount,
    fee: feeOf(usdt, object),
    state: status,
    at: (onlyPaid ? paidAt : null) ?? createdAt,
  };
}

const transferOf = ({ kind, id, hash, amount, at }: store.Transfer): Ours => ({
  object: kind,
  id,
  key: hash,
  amount,
  fee: null,
  state: '',
  at,
});

/** Finds what the rows of a file are about, by a shop's number, else by our id; of wallets by the hash. */
async function findByKeys(db: Reader, asked: Asked, rows: readonly Theirs[]): Promise<Map<Theirs, Ours[]>> {
  const { kind, accountId, onlyPaid } = asked;
  const found = new Map<Theirs, Ours[]>();
  for (const piece of pieces(rows)) {
    const keys = piece.map(({ key }) => key);
    let ours: Map<string, Ours[]>;
    if (kind === 'wallet') {
      const transfers = (await store.findTransfers(db, keys)).map((transfer) => transferOf(transfer));
      ours = Map.groupBy(transfers, ({ key }) => key);
    } else {
      const own = kind as store.OwnKind;
      const byNumber = await store.findByNumbers(db, own, accountId, keys);
      ours = new Map(byNumber.map((each) => [each.externalId ?? '', [ownOf(own, each, onlyPaid)]]));
      const written = Map.groupBy(
        keys.filter((key) => UUID.test(key) && !ours.has(key)),
        (key) => key.toLowerCase(),
      );
      if (written.size > 0)
        for (const each of await store.findByIds(db, own, accountId, [...written.keys()]))
          for (const key of written.get(each.id) ?? []) ours.set(key, [ownOf(own, each, onlyPaid)]);
    }
    for (const row of piece) {
      const hit = ours.get(row.key);
      if (hit !== undefined) found.set(row, hit);
    }
  }
  return found;
}

/** All of ours in a period. @throws ApiError 409 `too_many_ours`. */
async function readPeriod(db: Reader, asked: Asked, period: store.Period): Promise<Ours[]> {
  const { kind, accountId, onlyPaid } = asked;
  if (kind === 'wallet') {
    const transfers = await store.readTransfersOfPeriod(db, period, MAX_RECONCILED_OURS + 1);
    if (transfers.length > MAX_RECONCILED_OURS) throw tooMany();
    return transfers.map((transfer) => transferOf(transfer));
  }
  const own = kind as store.OwnKind;
  const terms = { merchantId: accountId, period, onlyPaid };
  return readAll(
    (piece) => store.readOwnOfPeriod(db, own, terms, piece),
    (object) => ownOf(own, object, onlyPaid),
  );
}

/**
 * Compares a file with what we have by its numbers or hashes, as of one snapshot. Each row, and each object of the period, is in one pile.
 * @throws ApiError 400 that names the form's field, 409 `too_many_ours`.
 */
export async function compareByKeys(
  db: Reader,
  asked: Asked,
  theirs: readonly Theirs[],
  out: readonly LeftOut[],
): Promise<Result> {
  const lines = new Map<string, number>();
  const doubled: LeftOut[] = [];
  const single = theirs.filter((row) => {
    const first = lines.get(row.key);
    if (first === undefined) lines.set(row.key, row.line);
    else doubled.push(outOf(row, `${asked.kind === 'wallet' ? 'этот хэш' : 'этот номер'} уже в строке ${first}`));
    return first === undefined;
  });
  const found = await findByKeys(db, asked, single);
  const piles = createPiles();
  const taken = new Map<string, number>();
  for (const row of single) {
    const ours = found.get(row);
    // A transaction may be a deposit and a withdrawal: the row is about the one of its sum.
    const hit = ours?.find(({ amount }) => amount === row.amount) ?? ours?.[0];
    const before = hit === undefined ? undefined : taken.get(hit.id);
    if (hit !== undefined && before !== undefined) {
      doubled.push(outOf(row, `то же самое под другим номером уже в строке ${before}`));
    } else if (hit === undefined) {
      piles.put({ ...EMPTY, pile: 'only_theirs', ...theirPart(row) });
    } else {
      taken.set(hit.id, row.line);
      piles.put({
        ...EMPTY,
        ...ourPart(hit, asked.hasFee && row.fee !== null),
        pile: pileOf(row, hit, asked),
        ...theirPart(row),
      });
    }
  }
  const hits = [...found.values()].flat().filter(({ id }) => taken.has(id));
  const days = periodOf(asked, theirs, hits);
  for (const ours of await readPeriod(db, asked, momentsOf(days)))
    if (!taken.has(ours.id)) piles.put({ ...EMPTY, pile: 'only_ours', key: ours.key, ...ourPart(ours, asked.hasFee) });
  for (const row of [...out, ...doubled].toSorted((a, b) => a.line - b.line)) piles.put(leftOut(row));
  return { rows: piles.rows, piles: piles.sums(), ...days };
}
