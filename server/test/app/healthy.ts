import type { Examined } from '../../src/app/care/examine.ts';
import { after, DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';

const AT = new Date('2026-11-25T09:00:00Z');
export const ago = (milliseconds: number) => after(AT, -milliseconds);
/** A job that succeeded so many milliseconds ago. */
export const job = (name: string, age: number) => ({ name, succeededAt: ago(age), lateAfterMs: 11 * SECOND });

/** An installation that is well. */
export const HEALTHY: Examined = {
  vitals: {
    at: AT,
    version: '0.2.0',
    facts: {
      version: '18.1',
      size: 2n ** 30n,
      schema: 260,
      phonesOnline: 6n,
      phonesActive: 6n,
      block: 70_000_000n,
      blockAt: ago(MINUTE),
      backupAt: ago(HOUR),
      backupNote: null,
    },
    disk: { free: 50 * 2 ** 30, total: 100 * 2 ** 30 },
    queues: [{ name: 'outbox_webhooks', count: 2n, since: ago(SECOND) }],
    jobs: [job('expire_orders', SECOND), job('poll_telegram', 40 * DAY)],
    forgotten: [{ what: 'texts', n: 4000n }],
    verification: undefined,
    wholeAt: ago(HOUR),
    replica: undefined,
    errors: [],
    server: { sessions: 20, maxSessions: 100, oldestWriteSeconds: 0, transactionAge: 50_000 },
    undelivered: { waiting: 3n, dead: 0n },
    rate: { value: 92_5000n, source: 'x', createdAt: AT, confirmedAt: ago(MINUTE), staleAt: after(AT, MINUTE) },
    heard: { sums: 100, unread: 1 },
    unreadApplications: [],
    oldestHolds: [{ of: 'payout', since: ago(HOUR) }],
    drill: { at: ago(DAY), backupAt: ago(DAY), violations: 0, badFiles: 0 },
    verified: { endedAt: ago(HOUR), violations: 0 },
  },
  aheadMs: 30,
  lackingMigrations: 0,
  faults: [],
  fileFault: undefined,
  excess: undefined,
  statementLimitMs: 10_000,
  settings: {
    production: true,
    demo: false,
    metrics: { host: '127.0.0.1', port: 9464, token: undefined },
    tron: { url: 'https://node.example', apiKey: undefined, depositKey: undefined, contract: '' },
  },
};
