import * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import * as overview from '@kantor/contract/wire/platform/overview.ts';
import * as reading from '@kantor/contract/wire/platform/reading.ts';
import * as state from '@kantor/contract/wire/platform/state.ts';
import type { Database } from '../../db/pool.ts';
import { actorOf } from '../../http/actor.ts';
import { type Bind, mayCall } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readAccountNames } from '../accounts/index.ts';
import { toEntry } from '../balance/index.ts';
import { explainMessage } from '../bank-messages/index.ts';
import { sendFile } from '../inspection/index.ts';
import { readEntries } from '../ledger/index.ts';
import { getAccount, getListed, listAccounts, listEntries } from './service/accounts.ts';
import { askLiquidity } from './service/liquidity.ts';
import { askOverview } from './service/overview.ts';
import { askReading } from './service/reading.ts';
import { readOldHolds } from './store/holds.ts';
import { askState, askVerification } from './service/state.ts';
import {
  ENTRY_COLUMNS,
  toAccountPage,
  toExplanation,
  toHold,
  toKnownAccount,
  toLiquidity,
  toOverview,
  toReading,
  toState,
} from './wire.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** Whose disk is told. */
  dataDir: string;
}

export function platformRoutes(bind: Bind, { db, clock, dataDir }: Deps): void {
  bind(accounts.listPlatformAccounts, async ({ query: { status, ...query } }) => {
    const { count, results } = await listAccounts({ db, clock }, { ...query, state: status });
    return { count, results: results.map(toKnownAccount) };
  });
  bind(accounts.getPlatformAccount, async ({ caller, params }) =>
    toAccountPage(await getAccount({ db, clock }, params.id), {
      mayEnd: mayCall(caller, 'platform.accounts'),
      at: clock(),
    }),
  );
  bind(accounts.listAccountEntries, async ({ params, query }) =>
    toPage(await listEntries(db, { ...query, ...params }), toEntry),
  );
  bind(accounts.exportAccountEntries, async ({ caller, params, query, request, reply }) => {
    const { name } = await getListed(db, params.id);
    return sendFile({ db, clock }, reply, {
      actor: actorOf(caller, request),
      object: { kind: 'account', ...params },
      filters: { part: query.part },
      name: `${query.part}-${name.replaceAll(/[^\w.-]/g, '_')}`,
      columns: ENTRY_COLUMNS,
      read: async (reader, { page, pageSize }) => ({
        ...toPage(await readEntries(reader, { ...params, kind: query.part }, { page, pageSize }), toEntry),
        rest: null,
      }),
    });
  });
  bind(overview.getOverview, async () => toOverview(await askOverview({ db, clock })));
  bind(overview.listOldHolds, async ({ query }) => {
    const holds = await readOldHolds(db, query, clock());
    const names = await readAccountNames(
      db,
      holds.results.map(({ ownerId }) => ownerId),
    );
    return toPage(holds, toHold(names));
  });
  bind(state.getState, async () => toState(await askState({ db, clock, dataDir })));
  bind(state.askVerification, async () => {
    await askVerification({ db, clock });
    return null;
  });
  bind(reading.getReading, async () => toReading(await askReading({ db, clock })));
  bind(reading.explainMessage, async ({ body: { application, is_notification: isNotification, title, text } }) =>
    toExplanation(explainMessage({ application, isNotification, text: [title, text].filter(Boolean).join('\n') })),
  );
  bind(liquidity.getLiquidity, async ({ query: { method, bank, amount } }) =>
    toLiquidity(await askLiquidity({ db, clock }, { method, bankId: bank, amount })),
  );
}
