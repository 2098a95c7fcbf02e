import * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { askLiquidity } from './service/liquidity.ts';
import { toLiquidity } from './wire.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export function platformRoutes(bind: Bind, { db, clock }: Deps): void {
  bind(liquidity.getLiquidity, async ({ query: { method, bank, amount } }) =>
    toLiquidity(await askLiquidity({ db, clock }, { method, bankId: bank, amount })),
  );
}
