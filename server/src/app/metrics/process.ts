import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { PAYMENT_PAGE_BASE } from '@kantor/contract/plain/payment-page.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Database, poolStateOf } from '../../db/pool.ts';
import type { Reads } from '../../db/replica.ts';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Answered } from '../../http/request-log.ts';
import { isLate, type Part } from '../../kernel/parts.ts';
import { VERSION } from '../../modules/platform/index.ts';

export interface ProcessFacts {
  role: string;
  db: Database;
  reads: Reads;
  databaseClock: Pick<DatabaseClock, 'aheadMs'>;
  parts: () => readonly Part[];
}

/** What a process tells of itself. */
export interface ProcessMetrics {
  /** In Prometheus's text. */
  text: () => Promise<string>;
  countRequest: (answered: Answered) => void;
}

/** Whose request it is, by the beginning of its route. */
const SIDES: readonly (readonly [prefix: string, side: string])[] = [
  [API_BASE, 'screens'],
  [MERCHANT_API_BASE, 'merchants'],
  ['/device/', 'phones'],
  [PAYMENT_PAGE_BASE, 'payers'],
];
const sideOf = (route: string) => SIDES.find(([prefix]) => route.startsWith(prefix))?.[1] ?? 'files';

/** What no route has: one label for all of it, whatever is asked for. */
const NO_ROUTE = 'none';
/** HTTP has thirty more, by which a stranger could make as many series of each. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Keeps the metrics of this process. Labels are routes, statuses and names of ours: nothing that a sender chooses. */
export function processMetrics({ role, db, reads, databaseClock, parts }: ProcessFacts): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'kantor_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'kantor_request_seconds',
    help: 'How long requests took, by whose they were',
    labelNames: ['side'],
    buckets: BUCKETS,
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `kantor_${name}`, help, labelNames, registers });
  gauge('info', 'The version and the role of a process', ['version', 'role']).set({ version: VERSION, role }, 1);
  const pool = {
    connections: gauge('pool_connections', 'Connections of the process to the database', ['state']),
    waiting: gauge('pool_waiting', 'Callers that wait for a connection now'),
    takes: new Counter({ name: 'kantor_pool_takes_total', help: 'Connections that were taken', registers }),
    seconds: new Counter({
      name: 'kantor_pool_wait_seconds_total',
      help: 'What callers waited for connections together',
      registers,
    }),
  };
  const clock = gauge('clock_ahead_seconds', "How far the process's clock is ahead of the database's");
  const ages = gauge('part_age_seconds', 'Since a part of this process last succeeded', ['part']);
  const late = gauge('part_late', 'Whether it has not for longer than it may', ['part']);
  const replica = reads.state() && {
    age: gauge('replica_age_seconds', 'How old the replica is at most that the process reads much from'),
    isRead: gauge('replica_read', 'Whether it is read: it is no older than the setting allows'),
  };
  const refresh = () => {
    const { open, idle, waiting, count, milliseconds } = poolStateOf(db);
    pool.connections.set({ state: 'busy' }, open - idle);
    pool.connections.set({ state: 'idle' }, idle);
    pool.waiting.set(waiting);
    pool.takes.reset();
    pool.takes.inc(count);
    pool.seconds.reset();
    pool.seconds.inc(milliseconds / 1000);
    const { ageMs, isRead } = reads.state() ?? { ageMs: Infinity, isRead: false };
    replica?.age.set(ageMs / 1000);
    replica?.isRead.set(Number(isRead));
    clock.set(databaseClock.aheadMs() / 1000);
    for (const part of parts()) {
      ages.set({ part: part.name }, part.age() / 1000);
      late.set({ part: part.name }, Number(isLate(part)));
    }
  };
  return {
    text: () => {
      refresh();
      return registry.metrics();
    },
    countRequest({ method, route = NO_ROUTE, status, milliseconds }) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status });
      durations.observe({ side: sideOf(route) }, milliseconds / 1000);
    },
  };
}
