import { getRate } from '@kantor/contract/wire/info.ts';
import { getPlatformRate } from '@kantor/contract/wire/platform/rate.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { after, type Clock, DAY } from '../../kernel/clock.ts';
import type { RateRules } from './rules.ts';
import { findCurrentRate, readHistory, readProposals, readRate } from './store.ts';
import { toPlatformRate, toRate } from './wire.ts';

const HISTORY_MS = 7 * DAY;
/** Of a source that changes its mind at every question: the newest. The page says that there were more. */
const MAX_HISTORY = 1000;

interface Deps {
  db: Database;
  clock: Clock;
  rules: Pick<RateRules, 'jumpBp'>;
}

export function rateRoutes(bind: Bind, { db, clock, rules }: Deps): void {
  bind(getRate, async () => toRate(await readRate(db), clock()));
  bind(getPlatformRate, async () => {
    const at = clock();
    const [rate, [proposal], found] = await Promise.all([
      findCurrentRate(db),
      readProposals(db, 1),
      readHistory(db, after(at, -HISTORY_MS), MAX_HISTORY + 1),
    ]);
    const history = found.slice(0, MAX_HISTORY);
    const isCut = history.length < found.length;
    return toPlatformRate({ rate, proposal, history, isCut, jumpBp: rules.jumpBp }, at);
  });
}
