import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import { after, type Clock, DAY, moscowDay } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvents } from '../../outbox/append.ts';
import { callOfReport, type ExpectedReport, readExpectedReports, type ReportFacts } from '../alerts/index.ts';
import { areCounted, getAnalytics, toAnalytics } from '../analytics/index.ts';
import { factsOf, lastDayOf, lastToldDay, momentsOf } from './rules.ts';
import * as store from './store.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Whether figures are there, asked once a turn of each period. */
function createCounted(deps: Deps) {
  const known = new Map<string, Promise<boolean>>();
  return (from: Date, until: Date): Promise<boolean> => {
    const name = `${from.getTime()} ${until.getTime()}`;
    const answer = known.get(name) ?? areCounted(deps, { from, until });
    known.set(name, answer);
    return answer;
  };
}

type Periods = Omit<ReportFacts, 'role' | 'language'>;

/** The figures of an account's period, beside those of the one before. */
async function figuresOf(deps: Deps, { accountId: id, role, kind, firstDay: from }: ExpectedReport): Promise<Periods> {
  const viewer = { id, role, seesMoney: true, seesRefusals: false };
  const to = lastDayOf(kind, from);
  const { figures, compared } = toAnalytics(viewer, await getAnalytics(deps, viewer, { period: 'own', from, to }));
  return { from, to, now: factsOf(role, figures), before: factsOf(role, compared.before) };
}

/** Makes the reports that people expect: the row that says so and what calls them are one transaction. */
async function reportToPeople(deps: Deps, isCounted: (from: Date, until: Date) => Promise<boolean>): Promise<void> {
  const { db, clock } = deps;
  const figures = new Map<string, Promise<Periods>>();
  for (const expected of await readExpectedReports(db, clock())) {
    const { accountId, role, personId, kind, firstDay, language } = expected;
    const { before, until } = momentsOf(kind, firstDay);
    if (!(await isCounted(before, until))) continue;
    const name = `${accountId} ${kind} ${firstDay}`;
    const periods = figures.get(name) ?? figuresOf(deps, expected);
    figures.set(name, periods);
    const facts = { role, language, ...(await periods) };
    const at = clock();
    const id = newId(at);
    await transaction(db, async (tx) => {
      const made = await store.insertReports(
        tx,
        [{ id, accountId, personId, kind: kind === 'report_day' ? 'day' : 'week', firstDay }],
        at,
      );
      if (made.has(id)) await callOfReport(tx, expected, { reportId: id, facts, at });
    });
  }
}

/** Of one transaction. */
const BATCH_SIZE = 200;

/** Makes the report of the last day to merchants' servers: the row that says so and the event are one transaction. */
async function reportToServers(
  { db, clock }: Deps,
  isCounted: (from: Date, until: Date) => Promise<boolean>,
): Promise<void> {
  const day = lastToldDay(clock());
  for (;;) {
    const merchants = await store.readUntold(db, day, BATCH_SIZE);
    if (merchants.length === 0 || !(await isCounted(day, after(day, DAY)))) return;
    const at = clock();
    const reports = merchants.map((accountId) => ({
      id: newId(at),
      accountId,
      personId: null,
      kind: 'day' as const,
      firstDay: moscowDay(day),
    }));
    await transaction(db, async (tx) => {
      const made = await store.insertReports(tx, reports, at);
      const events = reports.filter(({ id }) => made.has(id));
      await appendEvents(
        tx,
        events.map(({ id, accountId }) => ({ kind: 'report.day' as const, objectId: id, owners: [accountId], at })),
      );
    });
  }
}

/**
 * Makes the last report that each person and each merchant's server is to have by now and has not had: after a time without workers
 * that one alone. A period whose figures are not counted yet waits. Any number of workers may; each report is made once.
 */
export async function makeReports(deps: Deps): Promise<void> {
  const isCounted = createCounted(deps);
  await reportToServers(deps, isCounted);
  await reportToPeople(deps, isCounted);
}

const RETENTION_MS = 90 * DAY;

/** Forgets after ninety days what people were told. */
export const forgetReports = ({ db, clock }: Deps): Promise<void> =>
  singleStatement(db, (tx) => store.deleteOld(tx, after(clock(), -RETENTION_MS)));
