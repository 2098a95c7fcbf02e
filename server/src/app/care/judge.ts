import { NO_LIMIT } from '../../db/server-limit.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';
import type { Vitals } from '../../modules/platform/index.ts';
import { showAge } from '../commands/format.ts';
import type { Examined } from './examine.ts';

/** `bad` needs a hand now, `look` today. */
export interface Finding {
  level: 'ok' | 'look' | 'bad';
  what: string;
  /** What to do; none where all is well. */
  advice?: string;
}

/** The bounds, which ops/prometheus/kantor.rules.yml has too. */
const MAX_LAG_MS = MINUTE;
const MAX_WEBHOOK_LAG_MS = 5 * MINUTE;
const MAX_CHAIN_AGE_MS = 10 * MINUTE;
const MAX_CHECK_AGE_MS = 26 * HOUR;
const MAX_HOLD_AGE_MS = DAY;
const MAX_DRILL_AGE_MS = 31 * DAY;
const MAX_WRITE_SECONDS = 60;
const MAX_CLOCK_APART_MS = 2 * SECOND;
const LEAST_FREE = 0.05;
const LITTLE_FREE = 0.15;
const MANY_SESSIONS = 0.8;
/** PostgreSQL stops taking writes near two thousand million. */
const OLD_TRANSACTIONS = 1_000_000_000;
/** No worker has told of itself for so long. */
const MAX_SILENCE_MS = 2 * MINUTE;
/** A job that nobody has run for a month was switched off. */
const GONE_MS = 30 * DAY;

const ok = (what: string): Finding => ({ level: 'ok', what });
const look = (what: string, advice: string): Finding => ({ level: 'look', what, advice });
const bad = (what: string, advice: string): Finding => ({ level: 'bad', what, advice });
const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

function judgeServer({
  vitals,
  lackingMigrations,
  faults,
  fileFault,
  excess,
  statementLimitMs,
  aheadMs,
}: Examined): Finding[] {
  const { facts, server, disk } = vitals;
  const freeShare = disk.free / disk.total;
  const free = `${gib(disk.free)} of ${gib(disk.total)} free for the data folder`;
  const makeRoom = 'Make room, or give the disk more: full, it stops uploads, and PostgreSQL if it is there too.';
  const apart = Math.round(aheadMs / SECOND);
  return [
    ok(`PostgreSQL ${facts.version}, ${gib(Number(facts.size))}`),
    ...faults.map((fault) => bad(fault, 'See docs/operations.md, "PostgreSQL".')),
    ...(fileFault === undefined
      ? []
      : [
          bad(
            `the home of the uploaded files cannot be used: ${fileFault}`,
            'See docs/operations.md, "Files in a bucket".',
          ),
        ]),
    lackingMigrations > 0
      ? look(
          `the schema is ${facts.schema}, and lacks migrations of this version: ${lackingMigrations}`,
          'Run: npm run kantor -- migrate',
        )
      : ok(`schema ${facts.schema}`),
    excess
      ? look(
          `the role of DATABASE_URL ${excess}`,
          'Let a role of its own serve: docs/operations.md, "The two roles of the database".',
        )
      : ok('the role that serves may only serve'),
    statementLimitMs === 0
      ? look('statements have no limit in the server', NO_LIMIT)
      : ok(`statements end after ${statementLimitMs / SECOND} s`),
    Math.abs(aheadMs) > MAX_CLOCK_APART_MS
      ? bad(`this machine's clock is ${apart} s ahead of the database's`, 'Switch NTP on here and there.')
      : ok("this machine's clock is the database's"),
    freeShare < LEAST_FREE ? bad(free, makeRoom) : freeShare < LITTLE_FREE ? look(free, makeRoom) : ok(free),
    server.sessions > server.maxSessions * MANY_SESSIONS
      ? look(
          `${server.sessions} of ${server.maxSessions} sessions are in use`,
          'Raise max_connections, or put PgBouncer in front.',
        )
      : ok(`${server.sessions} of ${server.maxSessions} sessions`),
    server.oldestWriteSeconds > MAX_WRITE_SECONDS
      ? bad(
          `a transaction that has written is open for ${Math.round(server.oldestWriteSeconds)} s`,
          'Screens and webhooks wait for it: find it in pg_stat_activity by backend_xid, and end it.',
        )
      : ok('no transaction stays open'),
    server.transactionAge > OLD_TRANSACTIONS
      ? bad('old rows are not frozen', 'Let autovacuum run: see datfrozenxid in the documentation of PostgreSQL.')
      : ok('autovacuum keeps up'),
  ];
}

function judgeReplica({ replica }: Vitals): Finding[] {
  if (replica === undefined) return [];
  const age = Number.isFinite(replica.ageMs)
    ? `${(replica.ageMs / SECOND).toFixed(1)} s old at most`
    : 'not to be read';
  return replica.isRead
    ? [ok(`the replica is ${age}`)]
    : [
        look(
          `the replica is ${age}`,
          'Everything is read from the database: docs/operations.md, "A replica for reads".',
        ),
      ];
}

function judgeJobs({ at, jobs }: Vitals): Finding[] {
  const age = (since: Date) => at.getTime() - since.getTime();
  const known = jobs.filter(({ succeededAt }) => age(succeededAt) < GONE_MS);
  // Every process folds lists; the other jobs are the workers'.
  const works = known.some(({ name, succeededAt }) => name === 'expire_orders' && age(succeededAt) < MAX_SILENCE_MS);
  if (!works) {
    const seen = known.find(({ name }) => name === 'expire_orders');
    const what = seen ? `no worker for ${showAge(seen.succeededAt, at)}` : 'no worker has ever run';
    return [bad(what, 'Start a process with --role worker, or without --role.')];
  }
  const late = known.filter(({ succeededAt, lateAfterMs }) => age(succeededAt) > (lateAfterMs ?? Infinity) + MINUTE);
  if (late.length === 0) return [ok(`${known.length} jobs succeed in their time`)];
  return late.map(({ name, succeededAt }) =>
    bad(
      `the job ${name} has not succeeded for ${showAge(succeededAt, at)}`,
      `Look for job_failed with "${name}" in the log.`,
    ),
  );
}

function judgeQueues({ at, queues, undelivered }: Vitals): Finding[] {
  const lag = (since: Date | null) => (since === null ? 0 : at.getTime() - since.getTime());
  const limit = (name: string) => (name === 'webhooks' ? MAX_WEBHOOK_LAG_MS : MAX_LAG_MS);
  const behind = queues.filter(({ name, since }) => lag(since) > limit(name));
  return [
    ...behind.map(({ name, count, since }) =>
      bad(
        `the queue ${name} is ${showAge(since ?? at, at)} behind, ${count} wait`,
        'Is there a worker, does its log have job_failed, and does a transaction stay open?',
      ),
    ),
    ...(behind.length === 0 ? [ok('no queue is behind')] : []),
    undelivered.dead > 0n
      ? look(
          `${undelivered.dead} webhooks were given up`,
          'npm run kantor -- webhooks --dead; then tell their merchants.',
        )
      : ok('no webhook was given up'),
  ];
}

function judgeMarket({ vitals, settings }: Examined): Finding[] {
  const { at, rate, facts, heard, unreadApplications, oldestHolds } = vitals;
  const hasFallen = (since: Date) => at.getTime() - since.getTime() > MAX_HOLD_AGE_MS;
  const old = oldestHolds.filter(({ since }) => hasFallen(since));
  const { phonesOnline, phonesActive, blockAt } = facts;
  const read =
    heard.sums === 0 ? 'no bank wrote of a sum' : `${percent(1 - heard.unread / heard.sums)} of ${heard.sums} messages`;
  return [
    rate === undefined
      ? bad('there is no rate', 'Set KANTOR_RATE_URL, or run: npm run kantor -- set-rate')
      : rate.staleAt <= at
        ? bad(`the rate is stale since ${showAge(rate.staleAt, at)}`, 'No orders are issued: npm run kantor -- rates')
        : ok(`the rate was confirmed ${showAge(rate.confirmedAt, at)} ago`),
    settings.tron.url === undefined
      ? ok('deposits are credited by hand')
      : blockAt === null || at.getTime() - blockAt.getTime() > MAX_CHAIN_AGE_MS
        ? bad(
            blockAt === null ? 'no block of the chain was read' : `the chain is ${showAge(blockAt, at)} behind`,
            'Deposits wait: look for watch_chain in the log, and at the plan of the node.',
          )
        : ok('the chain is read'),
    phonesOnline * 2n < phonesActive
      ? look(
          `${phonesOnline} of ${phonesActive} phones are heard of`,
          'One network or one application for all? See the cabinets.',
        )
      : ok(`${phonesOnline} of ${phonesActive} phones are heard of`),
    unreadApplications.length > 0
      ? look(
          `messages of ${unreadApplications.join(', ')} are read less than usual`,
          'A bank has changed its texts: docs/bank-messages.md.',
        )
      : ok(`banks' messages are read: ${read} in 24 hours`),
    ...old.map(({ of, since }) =>
      look(
        `a ${of} holds money for ${showAge(since, at)}`,
        `npm run kantor -- ${of}s; the page «Сводка» leads to them all.`,
      ),
    ),
    ...(old.length === 0 ? [ok('nothing holds money for a day')] : []),
  ];
}

function judgeCare({ vitals, settings }: Examined): Finding[] {
  const { at, verified, facts, errors, drill } = vitals;
  const isOld = (since: Date) => at.getTime() - since.getTime() > MAX_CHECK_AGE_MS;
  const count = errors.reduce((total, { n }) => total + n, 0n);
  const most = errors.slice(0, 3).map(({ kind, n }) => `${kind}: ${n}`);
  return [
    verified === undefined || isOld(verified.endedAt)
      ? look(
          verified ? `verified ${showAge(verified.endedAt, at)} ago` : 'never verified',
          'npm run kantor -- verify; a worker does each night at four.',
        )
      : verified.violations > 0
        ? bad(`${verified.violations} rows break an invariant`, 'npm run kantor -- verify names them.')
        : ok(`verified ${showAge(verified.endedAt, at)} ago, no violation`),
    facts.backupAt === null || isOld(facts.backupAt)
      ? (settings.demo ? ok : (what: string) => look(what, 'See docs/operations.md, "Backup".'))(
          facts.backupAt ? `the last backup is ${showAge(facts.backupAt, at)} old` : 'nobody told of a backup',
        )
      : ok(`the last backup is ${showAge(facts.backupAt, at)} old`),
    drill === undefined || at.getTime() - drill.at.getTime() > MAX_DRILL_AGE_MS
      ? (settings.demo ? ok : (what: string) => look(what, 'npm run kantor -- drill --from <folder of backups>'))(
          drill ? `a restore was tried ${showAge(drill.at, at)} ago` : 'no restore was ever tried',
        )
      : drill.violations + drill.badFiles > 0
        ? bad('the last restore that was tried was of no use', 'Make a backup, and run drill again.')
        : ok(`a restore was tried ${showAge(drill.at, at)} ago`),
    count > 0n
      ? look(`${count} errors in 24 hours (${most.join(', ')})`, 'Look for them in the log, by event.')
      : ok('no errors in 24 hours'),
    settings.production && settings.metrics === undefined
      ? look('nobody can watch', 'Set KANTOR_METRICS_PORT: docs/operations.md, "Watch".')
      : ok(settings.metrics ? 'metrics are served' : 'metrics are off'),
  ];
}

/** What there is to say of an installation, what is bad first. */
export function judge(examined: Examined): Finding[] {
  const { vitals } = examined;
  const all = [
    ...judgeServer(examined),
    ...judgeReplica(vitals),
    ...judgeJobs(vitals),
    ...judgeQueues(vitals),
    ...judgeMarket(examined),
    ...judgeCare(examined),
  ];
  const order = ['bad', 'look', 'ok'];
  return all.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}
