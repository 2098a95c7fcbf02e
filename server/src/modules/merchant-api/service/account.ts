import { nextIds } from '../../../db/keyset.ts';
import type { Reader } from '../../../db/tx.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { type AccountEntry, readEntries } from '../../ledger/index.ts';
import { listWithdrawals, ownWithdrawals, readWithdrawalsById, type Withdrawal } from '../../withdrawals/index.ts';
import { cursorOfPlace, type Listed, listObjects, type ListQuery, placeOf } from './lists.ts';

/** A part of a merchant's withdrawals. @throws the errors of listObjects. */
export const listMerchantWithdrawals = (
  db: Reader,
  merchantId: string,
  query: ListQuery,
): Promise<Listed<Withdrawal>> =>
  listObjects(db, merchantId, query, {
    list: ownWithdrawals,
    object: 'withdrawal',
    isPagedByStatus: false,
    readPage: (page) => listWithdrawals(db, merchantId, page),
    nextIds: (reader, sought) => nextIds(reader, ownWithdrawals, sought),
    readByIds: readWithdrawalsById,
  });

const START = new Date(0);

/** A part of a merchant's operations, the entries on their available balance, newest first. @throws ApiError 400. */
export async function listMerchantOperations(
  db: Reader,
  merchantId: string,
  { page, page_size: pageSize, cursor, created_from: since, created_to: until }: ListQuery,
): Promise<Listed<AccountEntry>> {
  if (cursor !== undefined && page !== undefined) throw badRequest({ page: ['Не вместе с `cursor`'] });
  const before = cursor === undefined ? undefined : placeOf(cursor).n;
  const request = { page: page ?? 1, pageSize, since, until, before };
  const { count, results } = await readEntries(db, { id: merchantId, kind: 'available' }, request);
  const last = results.at(-1);
  const isMore = last !== undefined && (request.page - 1) * pageSize + results.length < count;
  return {
    count: cursor === undefined ? count : null,
    results,
    // Entries have no gaps and never change: their numbers are places.
    nextCursor: isMore ? cursorOfPlace({ at: START, n: last.number }) : null,
  };
}
