import { WAITING } from '@kantor/contract/plain/figures.ts';
import type { Database } from '../../../db/pool.ts';
import { type Clock, comparedUntil } from '../../../kernel/clock.ts';
import { readCrossings } from '../../radar/index.ts';
import { findCurrentRate, isStale, type Rate } from '../../rates/index.ts';
import { type DayFigures, readDays, readRefusals, type Refused } from '../store/days.ts';
import { readUnreadApplications } from '../store/reading.ts';
import { readFreeFunds, readWaiting, type WaitingRow } from '../store/waiting.ts';

export interface Overview {
  at: Date;
  waiting: (WaitingRow & { names?: string[] })[];
  rate: Rate | undefined;
  today: DayFigures;
  yesterday: DayFigures;
  comparedUntil: Date;
  since: Date;
  refusals: Refused[];
  free: { traders: bigint; usdt: bigint };
}

/** Everything on the platform's first page, as it is now. */
export async function askOverview({ db, clock }: { db: Database; clock: Clock }): Promise<Overview> {
  const at = clock();
  const [rows, applications, crossings, rate, days, refusals, free] = await Promise.all([
    readWaiting(db, at),
    readUnreadApplications(db, at),
    readCrossings(db, at),
    findCurrentRate(db),
    readDays(db, at),
    readRefusals(db, at),
    readFreeFunds(db),
  ]);
  const waiting: Overview['waiting'] = [
    ...rows,
    { what: 'radar', sumUsdt: null, ...crossings },
    {
      what: 'rate_stale',
      count: rate && isStale(rate, at) ? 1n : 0n,
      sumUsdt: null,
      since: rate?.staleAt ?? null,
    },
    {
      what: 'unread_applications',
      count: BigInt(applications.length),
      sumUsdt: null,
      since: null,
      names: applications,
    },
  ];
  const byPlace = (a: WaitingRow, b: WaitingRow) => WAITING.indexOf(a.what) - WAITING.indexOf(b.what);
  return {
    at,
    waiting: waiting.filter(({ count }) => count > 0n).toSorted(byPlace),
    rate,
    ...days,
    comparedUntil: comparedUntil(at),
    refusals,
    free,
  };
}
