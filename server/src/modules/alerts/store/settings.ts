import type { AlertChannel, AlertKind, ReportLanguage } from '@kantor/contract/plain/alerts.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';

/** Minutes of the day in Moscow: from the first on, until the second. */
export interface QuietHours {
  from: number;
  to: number;
}

export interface Choice {
  kind: AlertKind;
  isOn: boolean;
  sounds: boolean;
  /** Null: wherever they are called. */
  channels?: readonly AlertChannel[] | null | undefined;
}

/** When a person's reports come, and in which language. */
export interface ReportTime {
  hour: number;
  language: ReportLanguage;
}

/** What a person has chosen. */
export interface Chosen {
  quiet: QuietHours | undefined;
  choices: Choice[];
  /** Undefined: as is usual. */
  report?: ReportTime | undefined;
}

/** What people have chosen, by person; of who has chosen nothing, nothing. */
export async function readChosen(db: Reader, personIds: readonly string[]): Promise<Map<string, Chosen>> {
  const { rows } = await sql<{
    personId: string;
    from: number | null;
    to: number | null;
    report: ReportTime | null;
    choices: Choice[] | null;
  }>`
    select id as "personId", quiet.from_minute as from, quiet.to_minute as to, (
      select jsonb_build_object('hour', hour, 'language', language) from alert_report where person_id = id) as report, (
      select jsonb_agg(jsonb_build_object('kind', kind, 'isOn', is_on, 'sounds', sounds, 'channels', channels))
      from alert_choice where alert_choice.person_id = id) as choices
    from unnest(${personIds}::uuid[]) as id left join alert_quiet_hours quiet on quiet.person_id = id`.execute(db);
  return new Map(
    rows.map(({ personId, from, to, report, choices }) => [
      personId,
      {
        quiet: from === null || to === null ? undefined : { from, to },
        choices: choices ?? [],
        report: report ?? undefined,
      },
    ]),
  );
}

/** Writes what a person has chosen, besides what they chose before of other kinds, and of what they do not say. */
export async function writeChosen(
  tx: Tx,
  personId: string,
  { quiet, choices, report }: Chosen,
  at: Date,
): Promise<void> {
  await sql`
    insert into alert_choice (person_id, kind, is_on, sounds, channels, since)
    select ${personId}, kind, "isOn", sounds, channels, case when "isOn" then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb)
      as choice (kind text, "isOn" boolean, sounds boolean, channels text[])
    on conflict (person_id, kind) do update set is_on = excluded.is_on, sounds = excluded.sounds,
      channels = coalesce(excluded.channels, alert_choice.channels),
      since = case when alert_choice.is_on and excluded.is_on then alert_choice.since else excluded.since end`.execute(
    tx,
  );
  if (report !== undefined)
    await sql`
      insert into alert_report (person_id, hour, language) values (${personId}, ${report.hour}, ${report.language})
      on conflict (person_id) do update set hour = excluded.hour, language = excluded.language`.execute(tx);
  if (quiet === undefined) await sql`delete from alert_quiet_hours where person_id = ${personId}`.execute(tx);
  else
    await sql`
      insert into alert_quiet_hours (person_id, from_minute, to_minute) values (${personId}, ${quiet.from}, ${quiet.to})
      on conflict (person_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute`.execute(
      tx,
    );
}
