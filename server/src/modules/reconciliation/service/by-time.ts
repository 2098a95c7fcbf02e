import type { Reader } from '../../../db/tx.ts';
import { after, MINUTE } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { type Closing, pairByTime } from '../pairing.ts';
import { createPiles, EMPTY, leftOut, ourPart, outOf, type Result, theirPart } from '../piles.ts';
import type { LeftOut, Theirs } from '../rules.ts';
import * as store from '../store/ours.ts';
import { type Asked, momentsOf, periodOf, readAll, UUID } from './period.ts';

/** The requisites that a bank's statement is of. @throws ApiError 400 when none is named, or there is none. */
async function requisitesOf(db: Reader, { scope }: Asked, theirs: readonly Theirs[]) {
  const id = scope !== null && UUID.test(scope) ? scope : null;
  const tails = id !== null ? [] : [...new Set(scope === null ? theirs.flatMap(({ tail }) => tail ?? []) : [scope])];
  if (id === null && tails.length === 0)
    throw badRequest({ of: ['Укажите реквизит: последние 4 цифры, ID или столбец с ними'] });
  const requisites = await store.findRequisites(db, { tails, id });
  if (requisites.length === 0) throw badRequest({ of: ['Такого реквизита нет'] });
  return { requisites, tails };
}

/**
 * Compares a bank's statement with closings of orders: the very sum, about that time, on that account. A sum that differs is never taken
 * for another: such a row is theirs alone, and the closing ours.
 * @throws ApiError 400 that names the form's field, 409 `too_many_ours`.
 */
export async function compareByTime(
  db: Reader,
  asked: Asked,
  theirs: readonly Theirs[],
  out: readonly LeftOut[],
): Promise<Result> {
  const { requisites, tails } = await requisitesOf(db, asked, theirs);
  const days = periodOf(asked, theirs, []);
  const period = momentsOf(days);
  const isIn = (at: Date) => at >= period.from && at < period.to;
  const outside: LeftOut[] = [];
  const inside = theirs.filter((row) => {
    const isOf = row.span !== null && (isIn(row.span.from) || isIn(row.span.to));
    if (!isOf) outside.push(outOf(row, 'не из этих дней'));
    return isOf;
  });
  const around = {
    from: after(period.from, -asked.windowMinutes * MINUTE),
    to: after(period.to, asked.windowMinutes * MINUTE),
  };
  const closings = await readAll(
    (piece) => store.readClosings(db, requisites, around, piece),
    ({ id, externalId, amount, paidAt, card, account }): Closing => ({
      object: 'order',
      id,
      key: externalId,
      amount,
      fee: null,
      state: 'CLOSED',
      at: paidAt,
      tails: [card, account].filter((tail) => tail !== ''),
    }),
  );
  // A requisite's bank data may have been other ones.
  const candidates = closings.filter((each) => tails.length === 0 || each.tails.some((tail) => tails.includes(tail)));
  const pairs = pairByTime(inside, candidates, asked.windowMinutes);
  const piles = createPiles();
  for (const row of inside) {
    const hit = pairs.get(row);
    piles.put({
      ...EMPTY,
      ...(hit && ourPart(hit, false)),
      pile: hit === undefined ? 'only_theirs' : 'match',
      ...theirPart(row),
      ...(hit && { key: hit.key }),
    });
  }
  const taken = new Set(pairs.values());
  for (const ours of candidates)
    if (!taken.has(ours) && isIn(ours.at))
      piles.put({ ...EMPTY, pile: 'only_ours', key: ours.key, ...ourPart(ours, false) });
  for (const row of [...out, ...outside].toSorted((a, b) => a.line - b.line)) piles.put(leftOut(row));
  return { rows: piles.rows, piles: piles.sums(), ...days };
}
