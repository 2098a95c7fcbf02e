import * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import * as overview from '@kantor/contract/wire/platform/overview.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { askLiquidity } from './service/liquidity.ts';
import { askOverview } from './service/overview.ts';
import { toLiquidity, toOverview } from './wire.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export function platformRoutes(bind: Bind, { db, clock }: Deps): void {
  bind(overview.getOverview, async () => toOverview(await askOverview({ db, clock })));
  bind(liquidity.getLiquidity, async ({ query: { method, bank, amount } }) =>
    toLiquidity(await askLiquidity({ db, clock }, { method, bankId: bank, amount })),
  );
}
