import { describe, expect, test } from 'vitest';
import type { Examined } from '../../src/app/care/examine.ts';
import { judge } from '../../src/app/care/judge.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { ago, HEALTHY, job } from './healthy.ts';

type Vitals = Examined['vitals'];
const withVitals = (vitals: Partial<Vitals>): Examined => ({ ...HEALTHY, vitals: { ...HEALTHY.vitals, ...vitals } });
const withFacts = (facts: Partial<Vitals['facts']>) => withVitals({ facts: { ...HEALTHY.vitals.facts, ...facts } });
const withServer = (server: Partial<Vitals['server']>) =>
  withVitals({ server: { ...HEALTHY.vitals.server, ...server } });

describe('doctor', () => {
  test('has nothing to say of an installation that is well', () => {
    expect(judge(HEALTHY).filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  test.for<[string, Examined, 'bad' | 'look', string]>([
    ['a fault of the server', { ...HEALTHY, faults: ['fsync is off.'] }, 'bad', 'fsync'],
    ['a bucket that refuses', { ...HEALTHY, fileFault: 'AccessDenied: no' }, 'bad', 'AccessDenied'],
    [
      'a schema that is older than the version',
      { ...HEALTHY, lackingMigrations: 2 },
      'look',
      'the schema is 260, and lacks migrations of this version: 2',
    ],
    ['one role that does both', { ...HEALTHY, excess: 'owns the database' }, 'look', 'owns the database'],
    ['a pooler that drops limits', { ...HEALTHY, statementLimitMs: 0 }, 'look', 'no limit'],
    ['a clock that is ahead', { ...HEALTHY, aheadMs: 2100 }, 'bad', '2 s ahead'],
    ['a clock that is behind', { ...HEALTHY, aheadMs: -2100 }, 'bad', '-2 s ahead'],
    ['a disk that is nearly full', withVitals({ disk: { free: 4, total: 100 } }), 'bad', 'free'],
    ['a disk that fills', withVitals({ disk: { free: 14, total: 100 } }), 'look', 'free'],
    ['too many sessions', withServer({ sessions: 81 }), 'look', '81 of 100'],
    ['a transaction that stays open', withServer({ oldestWriteSeconds: 61 }), 'bad', '61 s'],
    ['rows that are not frozen', withServer({ transactionAge: 1_100_000_000 }), 'bad', 'frozen'],
    ['no worker', withVitals({ jobs: [] }), 'bad', 'no worker has ever run'],
    ['a worker that is gone', withVitals({ jobs: [job('expire_orders', HOUR)] }), 'bad', 'no worker for 1 h'],
    [
      'a job that stands still',
      withVitals({ jobs: [job('expire_orders', SECOND), job('send_webhooks', 5 * MINUTE)] }),
      'bad',
      'send_webhooks',
    ],
    [
      'events that wait',
      withVitals({ queues: [{ name: 'outbox_webhooks', count: 9n, since: ago(2 * MINUTE) }] }),
      'bad',
      'outbox_webhooks is 2 min behind',
    ],
    ['dead webhooks', withVitals({ undelivered: { waiting: 0n, dead: 7n } }), 'look', '7 webhooks'],
    ['no rate', withVitals({ rate: undefined }), 'bad', 'no rate'],
    ['a stale rate', withVitals({ rate: { ...HEALTHY.vitals.rate!, staleAt: ago(HOUR) } }), 'bad', 'stale since 1 h'],
    ['a chain that is behind', withFacts({ blockAt: ago(11 * MINUTE) }), 'bad', '11 min behind'],
    ['a chain that was never read', withFacts({ blockAt: null }), 'bad', 'no block'],
    ['silent phones', withFacts({ phonesOnline: 2n }), 'look', '2 of 6 phones'],
    ['messages that are not read', withVitals({ unreadApplications: ['ru.bank'] }), 'look', 'ru.bank'],
    [
      'an old hold',
      withVitals({ oldestHolds: [{ of: 'appeal', since: ago(3 * DAY) }] }),
      'look',
      'appeal holds money for 3 d',
    ],
    ['broken invariants', withVitals({ verified: { endedAt: ago(HOUR), violations: 2 } }), 'bad', '2 rows'],
    ['a verification of long ago', withVitals({ verified: { endedAt: ago(3 * DAY), violations: 0 } }), 'look', '3 d'],
    ['no verification', withVitals({ verified: undefined }), 'look', 'never verified'],
    ['no backup', withFacts({ backupAt: null }), 'look', 'nobody told of a backup'],
    ['an old backup', withFacts({ backupAt: ago(2 * DAY) }), 'look', '2 d old'],
    ['no drill', withVitals({ drill: undefined }), 'look', 'no restore was ever tried'],
    [
      'a drill that failed',
      withVitals({ drill: { at: ago(DAY), backupAt: ago(DAY), violations: 0, badFiles: 1 } }),
      'bad',
      'of no use',
    ],
    ['errors', withVitals({ errors: [{ kind: 'job_failed x', n: 5n }] }), 'look', 'job_failed x: 5'],
    ['nobody who watches', { ...HEALTHY, settings: { ...HEALTHY.settings, metrics: undefined } }, 'look', 'watch'],
  ])('says of %s what to do', ([, examined, level, what]) => {
    const [first, ...others] = judge(examined).filter((finding) => finding.level !== 'ok');
    expect(first).toMatchObject({ level, what: expect.stringContaining(what), advice: expect.stringMatching(/\w/) });
    expect(others).toEqual([]);
  });
});
