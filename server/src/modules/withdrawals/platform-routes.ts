import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { inspect, listObjects, namesOf, requestOf, toAccount, toFoundPage, withBesides } from '../inspection/index.ts';
import type { Deps } from './service/wallets.ts';
import { withdrawalObjects } from './store/platform.ts';
import { type OwnedWithdrawal, readAnyWithdrawal } from './store/withdrawals.ts';
import { toWithdrawal } from './wire.ts';

/** Anybody's withdrawal as its owner sees it. @throws ApiError 404. */
async function read(db: Reader, id: string) {
  const withdrawal = await readAnyWithdrawal(db, id);
  if (withdrawal === undefined) throw notFound();
  const { ownerId } = withdrawal;
  const besides = await inspect(db, { id, causes: [id], accounts: [ownerId] });
  return {
    ...toWithdrawal(withdrawal),
    can_cancel: false,
    account: toAccount(besides.names, ownerId),
    ...withBesides(besides, DOTTED),
  };
}

/** The withdrawals of all accounts, for those who run the platform. */
export function platformWithdrawalRoutes(bind: Bind, { db }: Pick<Deps, 'db'>): void {
  bind(calls.listPlatformWithdrawals, async ({ query }) => {
    const found = await listObjects<OwnedWithdrawal>(db, withdrawalObjects, requestOf(query));
    const names = await namesOf(db, found.results, ({ ownerId }) => [ownerId]);
    return toFoundPage(found, (row) => ({
      ...toWithdrawal(row),
      can_cancel: false,
      account: toAccount(names, row.ownerId),
    }));
  });
  bind(calls.getPlatformWithdrawal, ({ params }) => read(db, params.id));
}
