import type { getPlatformPayout } from '@kantor/contract/wire/platform/exchange.ts';
import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { z } from 'zod';
import type { Reader } from '../../db/tx.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED, REVEALED, type Sight } from '../../kernel/mask.ts';
import type { Files, LinkFile } from '../files/index.ts';
import {
  inspect,
  listObjects,
  type Names,
  namesOf,
  requestOf,
  reveal,
  toAccount,
  toFoundPage,
  withBesides,
} from '../inspection/index.ts';
import type { Deps } from './service/payout.ts';
import { type Payout, readAnyPayout } from './store/payout.ts';
import { payoutObjects } from './store/platform.ts';
import { toDetail, toRow } from './wire.ts';

const accountsOf = ({ merchantId, traderId }: Payout) => [merchantId, traderId];

const ownersOf = (names: Names, { merchantId, traderId, externalId }: Payout) => ({
  merchant: toAccount(names, merchantId),
  trader: traderId === null ? null : toAccount(names, traderId),
  external_id: externalId,
});

const NO_ACTIONS = { canTake: false, canFree: false, canFinish: false, canContest: false };

/** Anybody's payout as its merchant sees it. @throws ApiError 404. */
async function read(
  db: Reader,
  id: string,
  sight: Sight,
  linkFile: LinkFile,
): Promise<z.output<typeof getPlatformPayout.response>> {
  const payout = await readAnyPayout(db, id);
  if (payout === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [id], accounts: accountsOf(payout) });
  return {
    ...toDetail({ payout, actions: NO_ACTIONS, showsReceiver: true, takeRefusal: null }, linkFile),
    phone: sight.number(payout.phone),
    bank_account: sight.number(payout.bankAccount),
    ...ownersOf(besides.names, payout),
    ...withBesides(besides, sight),
  };
}

/** The payouts of all accounts, for those who run the platform. */
export function platformPayoutRoutes(bind: Bind, deps: Pick<Deps, 'db' | 'clock'> & { files: Files }): void {
  const { db, files } = deps;
  bind(calls.listPlatformPayouts, async ({ query }) => {
    const found = await listObjects<Payout>(db, payoutObjects, requestOf(query));
    const names = await namesOf(db, found.results, accountsOf);
    return toFoundPage(found, (payout) => ({ ...toRow(payout), ...ownersOf(names, payout) }));
  });
  bind(calls.getPlatformPayout, ({ caller, params }) => read(db, params.id, DOTTED, files.linksFor(caller)));
  bind(calls.revealPlatformPayout, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind: 'payout', id }, (tx) =>
      read(tx, id, REVEALED, files.linksFor(caller)),
    ),
  );
}
