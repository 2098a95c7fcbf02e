import { Gauge, Registry } from 'prom-client';
import type { Vitals } from '../../modules/platform/index.ts';

/** A value with its labels; undefined: it is not known, and not told. */
type Sample = readonly [value: number | undefined, labels?: Record<string, string>];

const secondsBetween = (from: Date | null | undefined, to: Date): number | undefined =>
  from ? (to.getTime() - from.getTime()) / 1000 : undefined;

/** A job that nobody has run for a month was switched off, or is one of an earlier version. */
const GONE_SECONDS = 30 * 24 * 60 * 60;

/** What a process tells of the whole installation. Labels are names of ours, a fixed number of them. */
function samplesOf(vitals: Vitals): Record<string, readonly [help: string, samples: readonly Sample[]]> {
  const { at, queues, undelivered, facts, rate, heard, disk, server, verified } = vitals;
  const jobs = vitals.jobs
    .map((job) => ({ ...job, age: secondsBetween(job.succeededAt, at) ?? 0 }))
    .filter(({ age }) => age < GONE_SECONDS);
  const share = heard.sums === 0 ? undefined : heard.unread / heard.sums;
  const errors = vitals.errors.reduce((total, { n }) => total + Number(n), 0);
  return {
    job_age_seconds: [
      'Since a job last succeeded in any process',
      jobs.map(({ name, age }) => [age, { job: name }] as const),
    ],
    job_late: [
      'Whether a job has not succeeded for longer than it may',
      jobs.map(
        ({ name, age, lateAfterMs }) => [Number(age * 1000 > (lateAfterMs ?? Infinity)), { job: name }] as const,
      ),
    ],
    forgotten_rows: [
      'Rows that were forgotten after their term, ever',
      vitals.forgotten.map(({ what, n }) => [Number(n), { what }] as const),
    ],
    queue_waiting: [
      'What waits to be worked on, 10000 at most: events by reader, webhooks and alerts whose time has come',
      queues.map(({ name, count }) => [Number(count), { queue: name }] as const),
    ],
    queue_lag_seconds: [
      'The age of what waits longest, 0 when nothing does',
      queues.map(({ name, since }) => [secondsBetween(since, at) ?? 0, { queue: name }] as const),
    ],
    webhooks_waiting: ['Webhooks that have not arrived yet', [[Number(undelivered.waiting)]]],
    webhooks_dead: ['Webhooks that were given up', [[Number(undelivered.dead)]]],
    phones_online: ['Phones that were heard of lately', [[Number(facts.phonesOnline)]]],
    phones_active: ['Cabinets that should have a phone', [[Number(facts.phonesActive)]]],
    rate_age_seconds: ['Since the rate was last confirmed', [[secondsBetween(rate?.confirmedAt, at)]]],
    rate_stale: ['Whether nothing is issued at the rate', [[Number(!rate || rate.staleAt <= at)]]],
    chain_age_seconds: ['Age of the last block that was read', [[secondsBetween(facts.blockAt, at)]]],
    bank_messages: ["Banks' messages of a sum in 24 hours", [[heard.sums]]],
    bank_messages_unread_share: ['The share of them that was not read', [[share]]],
    bank_applications_unread: [
      'Applications whose messages are read less than usual',
      [[vitals.unreadApplications.length]],
    ],
    hold_age_seconds: [
      'Age of the oldest hold by what it is for',
      vitals.oldestHolds.map(({ of, since }) => [secondsBetween(since, at), { of }] as const),
    ],
    verify_age_seconds: ['Since a verification last ended', [[secondsBetween(verified?.endedAt, at)]]],
    verify_violations: ['Rows that broke an invariant in it', [[verified?.violations]]],
    backup_age_seconds: ['Since the last backup that was told of', [[secondsBetween(facts.backupAt, at)]]],
    drill_age_seconds: ['Since a restore was last tried', [[secondsBetween(vitals.drill?.at, at)]]],
    drill_faults: ['What was wrong with it', [[vitals.drill && vitals.drill.violations + vitals.drill.badFiles]]],
    errors_day: ['Errors that all processes logged in 24 hours', [[errors]]],
    disk_free_bytes: ['Free on the disk of the data folder', [[disk.free]]],
    disk_size_bytes: ['Its size', [[disk.total]]],
    database_bytes: ['Size of the database', [[Number(facts.size)]]],
    database_sessions: ['Sessions of the PostgreSQL server', [[server.sessions]]],
    database_sessions_max: ['How many it allows', [[server.maxSessions]]],
    database_oldest_write_seconds: ['Age of our oldest transaction that has written', [[server.oldestWriteSeconds]]],
    database_transaction_age: ['Transactions since the oldest row was frozen', [[server.transactionAge]]],
    schema_version: ['The last migration', [[facts.schema]]],
  };
}

/** The installation's metrics, in Prometheus's text. */
export function vitalsText(vitals: Vitals): Promise<string> {
  const registry = new Registry();
  for (const [name, [help, samples]] of Object.entries(samplesOf(vitals))) {
    const known = samples.filter(([value]) => value !== undefined);
    if (known.length === 0) continue;
    const labelNames = Object.keys(known[0]?.[1] ?? {});
    const gauge = new Gauge({ name: `kantor_${name}`, help, labelNames, registers: [registry] });
    for (const [value = 0, labels = {}] of known) gauge.set(labels, value);
  }
  return registry.metrics();
}
