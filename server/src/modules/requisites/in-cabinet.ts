import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../db/tx.ts';
import { appendEvents } from '../../outbox/append.ts';
import { dealsReset, requisiteShortName, sumReset } from './store.ts';

// What a cabinet does with requisites. Whoever changes a cabinet's holds its row first, then theirs by id.

/** A requisite as a cabinet's select shows it. */
export interface Choice {
  id: string;
  name: string;
  short_name: string;
}

/** The requisites in the cabinet of the row `cabinet`, as JSON, newest first. */
export const choicesInCabinet = sql<Choice[]>`
  (select coalesce(json_agg(
      json_build_object('id', requisite.id, 'name', requisite.name, 'short_name', ${requisiteShortName})
      order by requisite.id desc), '[]')
    from requisite join bank on bank.id = requisite.bank_id where requisite.cabinet_id = cabinet.id)`;

/** The requisites that may be in a trader's cabinet: those in it, and those in none. */
export async function readChoices(db: Reader, traderId: string, cabinetId: string): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select requisite.id, requisite.name, ${requisiteShortName} as short_name
    from requisite join bank on bank.id = requisite.bank_id
    where requisite.trader_id = ${traderId} and archived_at is null
      and (cabinet_id is null or cabinet_id = ${cabinetId})
    order by requisite.id desc`.execute(db);
  return rows;
}

/**
 * Leaves exactly these requisites in a trader's cabinet, whose row the caller holds.
 * @returns false, and changes nothing, when one of them is not the trader's, archived, or in another cabinet.
 */
export async function placeInCabinet(
  tx: Tx,
  { traderId, cabinetId, at }: { traderId: string; cabinetId: string; at: Date },
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string; cabinetId: string | null }>`
    select id, cabinet_id as "cabinetId" from requisite
    where trader_id = ${traderId} and archived_at is null and (id = any(${ids}::uuid[]) or cabinet_id = ${cabinetId})
    order by id
    for no key update`.execute(tx);
  const possible = new Set(
    rows.filter((row) => row.cabinetId === null || row.cabinetId === cabinetId).map(({ id }) => id),
  );
  if (!ids.every((id) => possible.has(id.toLowerCase()))) return false;
  const target = sql`case when id = any(${ids}::uuid[]) then ${cabinetId}::uuid end`;
  const { rows: moved } = await sql<{ id: string }>`
    update requisite set cabinet_id = ${target}
    where id = any(${[...possible]}::uuid[]) and cabinet_id is distinct from ${target}
    returning id`.execute(tx);
  await announce(tx, traderId, moved, at);
  return true;
}

const announce = (tx: Tx, traderId: string, changed: readonly { id: string }[], at: Date) =>
  appendEvents(tx, { kind: 'requisite.changed', objectIds: changed.map(({ id }) => id), owners: [traderId], at });

interface OwnCabinet {
  traderId: string;
  cabinetId: string;
  at: Date;
}

async function resetInCabinet(tx: Tx, { traderId, cabinetId, at }: OwnCabinet, reset: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    with own as (select id from requisite where cabinet_id = ${cabinetId} order by id for no key update)
    update requisite set ${reset} from own where requisite.id = own.id
    returning requisite.id`.execute(tx);
  await announce(tx, traderId, rows, at);
}

export const resetDealsInCabinet = (tx: Tx, cabinet: OwnCabinet) => resetInCabinet(tx, cabinet, dealsReset(cabinet.at));

export const resetSumsInCabinet = (tx: Tx, cabinet: OwnCabinet) => resetInCabinet(tx, cabinet, sumReset);
