import type { AlertKind } from '@kantor/contract/plain/alerts.ts';
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
}

/** What a person has chosen. */
export interface Chosen {
  quiet: QuietHours | undefined;
  choices: Choice[];
}

/** What people have chosen, by person; of who has chosen nothing, nothing. */
export async function readChosen(db: Reader, personIds: readonly string[]): Promise<Map<string, Chosen>> {
  const { rows } = await sql<{ personId: string; from: number | null; to: number | null; choices: Choice[] | null }>`
    select id as "personId", quiet.from_minute as from, quiet.to_minute as to, (
      select jsonb_agg(jsonb_build_object('kind', kind, 'isOn', is_on, 'sounds', sounds))
      from alert_choice where alert_choice.person_id = id) as choices
    from unnest(${personIds}::uuid[]) as id left join alert_quiet_hours quiet on quiet.person_id = id`.execute(db);
  return new Map(
    rows.map(({ personId, from, to, choices }) => [
      personId,
      { quiet: from === null || to === null ? undefined : { from, to }, choices: choices ?? [] },
    ]),
  );
}

/** Writes what a person has chosen, besides what they chose before of other kinds. */
export async function writeChosen(tx: Tx, personId: string, { quiet, choices }: Chosen): Promise<void> {
  await sql`
    insert into alert_choice (person_id, kind, is_on, sounds)
    select ${personId}, * from unnest(${choices.map(({ kind }) => kind)}::text[],
      ${choices.map(({ isOn }) => isOn)}::boolean[], ${choices.map(({ sounds }) => sounds)}::boolean[])
    on conflict (person_id, kind) do update set is_on = excluded.is_on, sounds = excluded.sounds`.execute(tx);
  if (quiet === undefined) await sql`delete from alert_quiet_hours where person_id = ${personId}`.execute(tx);
  else
    await sql`
      insert into alert_quiet_hours (person_id, from_minute, to_minute) values (${personId}, ${quiet.from}, ${quiet.to})
      on conflict (person_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute`.execute(
      tx,
    );
}
