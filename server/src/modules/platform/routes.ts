import * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import * as overview from '@kantor/contract/wire/platform/overview.ts';
import * as reading from '@kantor/contract/wire/platform/reading.ts';
import * as state from '@kantor/contract/wire/platform/state.ts';
import { type Bind, mayCall } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toStatusTotals } from '../../http/page.ts';
import { explainMessage } from '../bank-messages/index.ts';
import type { PlatformDeps } from '../inspection/index.ts';
import { accountEntryList, accountList, holdList } from './lists.ts';
import { getAccount, sumAccounts } from './service/accounts.ts';
import { askLiquidity } from './service/liquidity.ts';
import { askOverview } from './service/overview.ts';
import { askReading } from './service/reading.ts';
import { askState, askVerification } from './service/state.ts';
import { sumOldHolds } from './store/holds.ts';
import { toAccountPage, toExplanation, toLiquidity, toOverview, toReading, toState } from './wire.ts';

interface Deps extends PlatformDeps {
  /** Whose disk is told. */
  dataDir: string;
}

export function platformRoutes(bind: Bind, { db, reads, clock, dataDir }: Deps): void {
  for (const list of [accountList, accountEntryList, holdList]) bindList(bind, { db: reads.current, clock }, list);
  bind(accounts.getPlatformAccountTotals, ({ query: { status, ...query } }) =>
    sumAccounts({ db: reads.current }, { ...query, state: status }),
  );
  bind(accounts.getPlatformAccount, async ({ caller, params }) =>
    toAccountPage(await getAccount({ db, clock }, params.id), {
      mayEnd: mayCall(caller, 'platform.accounts'),
      at: clock(),
    }),
  );
  bind(overview.getOverview, async () => toOverview(await askOverview({ db, clock })));
  bind(overview.getOldHoldTotals, async () => toStatusTotals(await sumOldHolds(db, clock())));
  bind(state.getState, async () => toState(await askState({ db, reads, clock, dataDir })));
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
