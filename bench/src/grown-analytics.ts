import type { Database } from '@kantor/server/src/db/pool.ts';
import { DAY } from '@kantor/server/src/kernel/clock.ts';
import { periodsOf, startsOf } from '@kantor/server/src/modules/analytics/rules.ts';
import { readFigures, readParts } from '@kantor/server/src/modules/analytics/store/reading.ts';
import type { Kind } from './grown-reads.ts';

/** A year up to today, and the one before it. */
function year() {
  const at = new Date();
  const day = (daysAgo: number) => new Date(at.getTime() - daysAgo * DAY).toISOString().slice(0, 10);
  const { current, previous } = periodsOf({ period: 'own', from: day(364), to: day(0) }, at);
  return { current, previous, days: startsOf(current, DAY) };
}

const NO_HOURS = { from: new Date(0), until: new Date(0) };

/** A read of figures, as the account that has half of all orders makes it, or the platform's people. */
export const readOf = (
  name: string,
  role: 'trader' | 'merchant' | undefined,
  read: (db: Database, whose: string | undefined) => Promise<unknown>,
): Kind => ({
  name,
  isPage: true,
  async requests(of) {
    const owner = await of.owner(role ?? 'trader', 0);
    return [
      { owner, status: 'ALL', page: 1, search: '', read: (db, id) => read(db, role === undefined ? undefined : id) },
    ];
  },
});

const tiles = (db: Database, whose: string | undefined) => {
  const { current, previous, days } = year();
  const stretches = [current, current, previous].map((each) => ({ days: each, hours: NO_HOURS }));
  return readFigures(db, whose, { days: [...startsOf(previous, DAY), ...days], hours: [], stretches });
};

export const ANALYTICS_KINDS: readonly Kind[] = [
  readOf('the figures of everybody', undefined, tiles),
  readOf('of a trader', 'trader', tiles),
  readOf('of a merchant', 'merchant', tiles),
  readOf('the banks of everybody', undefined, (db) => readParts(db, undefined, 'bank', year().days)),
  readOf('the merchants', undefined, (db) => readParts(db, undefined, 'merchant', year().days)),
  readOf('the requisites of everybody', undefined, (db) => readParts(db, undefined, 'requisite', year().days)),
];
