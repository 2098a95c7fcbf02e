import type { RadarState } from '@kantor/contract/plain/radar.ts';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import type { Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { appendEvent } from '../../outbox/append.ts';
import { type CountedFigure, type RadarAccount, type RadarRequest, readFigures, readRadarPage } from './store/page.ts';

export interface WatchedAccount {
  account: RadarAccount;
  figures: readonly CountedFigure[];
}

/** One page of the radar. */
export async function askRadar(
  { db, clock }: { db: Database; clock: Clock },
  request: RadarRequest,
): Promise<Page<WatchedAccount>> {
  const at = clock();
  const { count, results: accounts } = await readRadarPage(db, request, at);
  const figures = await readFigures(
    db,
    accounts.map(({ id }) => id),
    at,
  );
  const results = accounts.map((account) => ({
    account,
    figures: figures.filter(({ accountId }) => accountId === account.id),
  }));
  return { count, results };
}

/** How a figure stands to its threshold. */
export function stateOf({ value, sample, least, threshold, crossedAt, acknowledged }: CountedFigure): RadarState {
  if (value === null) return 'no_data';
  if (threshold === null) return 'unwatched';
  if (sample < least) return 'few';
  if (crossedAt === null) return 'fine';
  return acknowledged === null ? 'crossed' : 'acknowledged';
}

/** Appends the event of anything that the radar's page shows. */
export const radarChanged = (tx: Tx, at: Date): Promise<void> =>
  appendEvent(tx, { kind: 'radar.changed', objectId: PLATFORM_ACCOUNT, owners: [PLATFORM_ACCOUNT], at });
