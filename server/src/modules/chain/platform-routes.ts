import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { inspect, listObjects, namesOf, requestOf, toAccount, toFoundPage, withBesides } from '../inspection/index.ts';
import { type OwnedDeposit, readAnyDeposit } from './store/deposits.ts';
import { depositObjects } from './store/platform.ts';
import { toDetail, toRow } from './wire.ts';

/** Anybody's deposit as its trader sees it. @throws ApiError 404. */
async function read(db: Reader, id: string) {
  const deposit = await readAnyDeposit(db, id);
  if (deposit === undefined) throw notFound();
  const { traderId, byHand } = deposit;
  const besides = await inspect(db, { id, causes: byHand === null ? [id] : [id, byHand], accounts: [traderId] });
  return {
    ...toDetail({ ...deposit, isPending: false }),
    account: toAccount(besides.names, traderId),
    ...withBesides(besides, DOTTED),
  };
}

/** The deposits of all traders, for those who run the platform. */
export function platformDepositRoutes(bind: Bind, { db }: { db: Database }): void {
  bind(calls.listPlatformDeposits, async ({ query }) => {
    const found = await listObjects<OwnedDeposit>(db, depositObjects, requestOf(query));
    const names = await namesOf(db, found.results, ({ traderId }) => [traderId]);
    return toFoundPage(found, (deposit) => ({ ...toRow(deposit), account: toAccount(names, deposit.traderId) }));
  });
  bind(calls.getPlatformDeposit, ({ params }) => read(db, params.id));
}
