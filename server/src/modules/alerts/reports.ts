import type { ReportKind, ReportLanguage } from '@kantor/contract/plain/alerts.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Reader, Statement } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { ReportFacts } from './report-words.ts';
import { decide } from './rules.ts';
import { insertDeliveries } from './store/queue.ts';
import { readExpecting } from './store/reports.ts';
import { readChosen } from './store/settings.ts';

/** A report that somebody has chosen, whose hour has come. */
export interface ExpectedReport {
  accountId: string;
  role: Role;
  personId: string;
  kind: ReportKind;
  /** The period's first day in Moscow, `YYYY-MM-DD`. */
  firstDay: string;
  language: ReportLanguage;
  channels: readonly { id: string; sounds: boolean }[];
}

/**
 * The last reports that have not been made yet: of people who may see what they tell, by the channels of their choice. In somebody's
 * quiet hours none is expected: it comes when they are over.
 */
export async function readExpectedReports(db: Reader, at: Date): Promise<ExpectedReport[]> {
  const expecting = await readExpecting(db, at);
  if (expecting.length === 0) return [];
  const chosen = await readChosen(db, [...new Set(expecting.map(({ personId }) => personId))]);
  const called = expecting.flatMap((channel) => {
    const decided = decide(channel, chosen.get(channel.personId), { kind: channel.report, dueAt: at });
    return decided ? [{ ...channel, ...decided }] : [];
  });
  const groups = Map.groupBy(called, ({ accountId, personId, report }) => `${accountId} ${personId} ${report}`);
  return [...groups.values()].flatMap((channels) => {
    const [first] = channels;
    if (first === undefined) return [];
    const { accountId, role, personId, report: kind, firstDay, language } = first;
    return [{ accountId, role, personId, kind, firstDay, language, channels }];
  });
}

/** Later a report is read on its page. */
const LIFETIME_MS = DAY;

/** Calls somebody of their report, in the statement of its own that the caller's transaction makes beside the report's row. */
export async function callOfReport(
  tx: Statement,
  { kind, channels }: ExpectedReport,
  { reportId, facts, at }: { reportId: string; facts: ReportFacts; at: Date },
): Promise<void> {
  const expiresAt = after(at, LIFETIME_MS);
  const deliveries = channels.map(({ id: channelId, sounds }) => ({
    id: newId(at),
    channelId,
    kind,
    objectId: reportId,
    sum: null,
    report: facts,
    sounds,
    dueAt: at,
    expiresAt,
  }));
  await insertDeliveries(tx, deliveries, at);
}
