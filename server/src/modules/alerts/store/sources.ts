import { ALERT_KINDS, type AlertKind, isReport, type ReportKind } from '@kantor/contract/plain/alerts.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import type { OutboxEvent } from '../../../outbox/read.ts';
import { appealOpen } from './appeals.ts';
import { batchWaiting } from './batches.ts';
import { messageToSort, requisitePaused } from './messages.ts';
import { orderEnding, orderNew, orderPaid } from './orders.ts';
import { phoneSilent } from './phones.ts';
import { webhooksFailing, webhooksRecovered } from './endpoints.ts';
import type { AlertSource } from './source.ts';

/** Another kind is a source here, and a line in the contract. Reports come of no event, but at their hour (modules/reports). */
const SOURCES: Readonly<Record<Exclude<AlertKind, ReportKind>, AlertSource>> = {
  order_new: orderNew,
  order_ending: orderEnding,
  order_paid: orderPaid,
  message_to_sort: messageToSort,
  appeal_open: appealOpen,
  phone_silent: phoneSilent,
  requisite_paused: requisitePaused,
  batch_waiting: batchWaiting,
  webhooks_failing: webhooksFailing,
  webhooks_recovered: webhooksRecovered,
};

/** What somebody of an account may be called for. */
export interface Alert {
  kind: AlertKind;
  accountId: string;
  objectId: string;
  /** Kopecks. */
  sum: bigint | null;
  dueAt: Date;
  expiresAt: Date;
}

/** The alerts that events make, as far as they are of use by now. */
export async function readAlerts(db: Reader, events: readonly OutboxEvent[], now: Date): Promise<Alert[]> {
  const alerts: Alert[] = [];
  for (const { kind, events: told, isOf, rows: rowsOf } of Object.values(SOURCES)) {
    const own = events.filter((each) => told.some((event) => event === each.kind) && (isOf?.(each) ?? true));
    if (own.length === 0) continue;
    const { rows } = await sql<Omit<Alert, 'kind'>>`
      with event as (
        select * from unnest(${own.map(({ objectId }) => objectId)}::uuid[], ${own.map(({ at }) => at)}::timestamptz[])
          as event (object_id, at)
      )
      select object_id as "objectId", account_id as "accountId", sum, due_at as "dueAt", expires_at as "expiresAt"
      from (${rowsOf(now)}) as alert where expires_at > ${now}`.execute(db);
    alerts.push(...rows.map((row) => ({ kind, ...row })));
  }
  return alerts;
}

/** The kinds of events that may make alerts. */
export const ALERTING: ReadonlySet<string> = new Set(Object.values(SOURCES).flatMap(({ events }) => events));

/** Whether the alert of the row `delivery` is still of use. A kind that this version does not know is of none. */
export const isOfUse = (now: Date) => sql<boolean>`
  (delivery.expires_at > ${now} and case delivery.kind
    ${sql.join(
      ALERT_KINDS.map(
        (kind) => sql`when ${sql.lit(kind)} then ${isReport(kind) ? sql`true` : SOURCES[kind].isStill(now)}`,
      ),
      sql` `,
    )}
    when 'test' then true else false end)`;
