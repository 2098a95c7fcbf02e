import * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import * as overview from '@kantor/contract/wire/platform/overview.ts';
import * as state from '@kantor/contract/wire/platform/state.ts';
import type { Database } from '../../db/pool.ts';
import { type Bind, mayCall } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readAccountNames } from '../accounts/index.ts';
import { getAccount, listAccounts, listEntries } from './service/accounts.ts';
import { askLiquidity } from './service/liquidity.ts';
import { askOverview } from './service/overview.ts';
import { readOldHolds } from './store/holds.ts';
import { askState, askVerification } from './service/state.ts';
import { toAccountPage, toEntry, toHold, toKnownAccount, toLiquidity, toOverview, toState } from './wire.ts';

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
  bind(liquidity.getLiquidity, async ({ query: { method, bank, amount } }) =>
    toLiquidity(await askLiquidity({ db, clock }, { method, bankId: bank, amount })),
  );
}
