import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED } from '../../kernel/mask.ts';
import type { Files, LinkFile } from '../files/index.ts';
import {
  inspect,
  listObjects,
  type Names,
  namesOf,
  requestOf,
  toAccount,
  toFoundPage,
  withBesides,
} from '../inspection/index.ts';
import type { Deps } from './service.ts';
import { appealObjects, type AppealOwners, type OwnedAppealRow, readAppealDetail, readAppealOwners } from './store.ts';
import { toDetail, toRow } from './wire.ts';

const accountsOf = ({ merchantId, traderId }: AppealOwners) => [merchantId, traderId];
const ownersOf = (names: Names, { merchantId, traderId }: AppealOwners) => ({
  merchant: toAccount(names, merchantId),
  trader: toAccount(names, traderId),
});

/** Anybody's appeal as its trader sees it. @throws ApiError 404. */
async function read(db: Reader, id: string, linkFile: LinkFile) {
  const owners = await readAppealOwners(db, id);
  const appeal = owners && (await readAppealDetail(db, { role: 'trader', id: owners.traderId }, id));
  if (owners === undefined || appeal === undefined) throw notFound();
  const besides = await inspect(db, { id, causes: [id, appeal.orderId], accounts: accountsOf(owners) });
  return { ...toDetail(appeal, linkFile), ...ownersOf(besides.names, owners), ...withBesides(besides, DOTTED) };
}

/** The appeals of all accounts, for those who run the platform. */
export function platformAppealRoutes(bind: Bind, { db, files }: Pick<Deps, 'db'> & { files: Files }): void {
  bind(calls.listPlatformAppeals, async ({ query }) => {
    const found = await listObjects<OwnedAppealRow>(db, appealObjects, requestOf(query));
    const names = await namesOf(db, found.results, accountsOf);
    return toFoundPage(found, (appeal) => ({ ...toRow(appeal), ...ownersOf(names, appeal) }));
  });
  bind(calls.getPlatformAppeal, ({ caller, params }) => read(db, params.id, files.linksFor(caller)));
}
