import { type OwnedPart, PARTS_OF } from '@kantor/contract/plain/money-trail.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { type Days, spanOf } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { type AccountEntry, readEntries, readRevenueTurnover, readTurnover } from '../../ledger/index.ts';
import { type Totals, totalsOf, totalsOfRevenue } from '../rules.ts';

/** @throws ApiError 400 when the period ends before it begins. */
export function assertPeriod({ from, to }: Days): void {
  if (from !== undefined && to !== undefined && from > to) throw badRequest({ to: ['Последний день раньше первого'] });
}

interface StatementRequest extends Days, PageRequest {
  part: OwnedPart;
}

/**
 * One page of a trader's or a merchant's statement, newest first.
 * @throws ApiError 400 for a part that their balance does not have.
 */
export function listStatement(
  db: Reader,
  { id, role }: { id: string; role: Role },
  { part, from, to, ...page }: StatementRequest,
): Promise<Page<AccountEntry>> {
  const parts: readonly OwnedPart[] = role === 'operator' ? [] : PARTS_OF[role];
  if (!parts.includes(part)) throw badRequest({ part: ['У вашего баланса нет такой части'] });
  return readEntries(db, { id, kind: part }, { ...page, ...spanOf({ from, to }) });
}

/** What a period came to for a trader or a merchant. @throws ApiError 400 when it ends before it begins. */
export async function getTotals(db: Reader, accountId: string, days: Days): Promise<Totals> {
  assertPeriod(days);
  return totalsOf(await readTurnover(db, accountId, spanOf(days)));
}

/** What a period came to for the platform's revenue. @throws ApiError 400 when it ends before it begins. */
export async function getRevenueTotals(db: Reader, days: Days): Promise<Totals> {
  assertPeriod(days);
  return totalsOfRevenue(await readRevenueTurnover(db, days));
}
