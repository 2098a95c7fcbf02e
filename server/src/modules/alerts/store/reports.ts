import {
  REPORT_KINDS,
  type ReportKind,
  type ReportLanguage,
  USUAL_REPORT_HOUR,
} from '@kantor/contract/plain/alerts.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { type Channel, channelColumns, isInForce, joined } from './channels.ts';

/** A channel of somebody who has chosen a report and has not got the last one yet. */
export interface Expecting extends Channel {
  report: ReportKind;
  /** The period's first day in Moscow, `YYYY-MM-DD`. */
  firstDay: string;
  language: ReportLanguage;
}

/**
 * Who expects the last report of a kind whose hour has come by a moment, by each channel in force: it was chosen, and the channel was
 * there, by that hour.
 */
export async function readExpecting(db: Reader, at: Date): Promise<Expecting[]> {
  const { rows } = await sql<Expecting>`
    select ${channelColumns}, choice.kind as report, last.first_day::text as "firstDay",
      coalesce(setting.language, 'ru') as language
    from alert_choice choice
    left join alert_report setting on setting.person_id = choice.person_id
    cross join lateral (
      select coalesce(setting.hour, ${USUAL_REPORT_HOUR}::integer) * interval '1 hour' as since_midnight
    ) as asked
    cross join lateral (
      select case choice.kind
        when 'report_day' then date_trunc('day', ${at}::timestamptz at time zone 'Europe/Moscow' - since_midnight)
        else date_trunc('week', ${at}::timestamptz at time zone 'Europe/Moscow' - since_midnight) end as ended
    ) as period
    cross join lateral (
      select (ended - case choice.kind when 'report_day' then interval '1 day' else interval '7 days' end)::date as first_day,
        (ended + since_midnight) at time zone 'Europe/Moscow' as due_at
    ) as last
    join alert_channel channel on channel.person_id = choice.person_id
    ${joined}
    where choice.is_on and choice.kind in (${sql.join(REPORT_KINDS.map((kind) => sql.lit(kind)))})
      and ${isInForce}
      and channel.created_at <= due_at and (choice.since is null or choice.since <= due_at)
      and not exists (
        select from report
        where report.account_id = channel.account_id and report.recipient_id = channel.person_id
          and report.kind = substr(choice.kind, length('report_') + 1) and report.first_day = last.first_day
      )
    order by channel.account_id, channel.person_id, choice.kind, channel.id`.execute(db);
  return rows;
}
