import { type RawBuilder, sql } from 'kysely';
import { type Locked, lockRows, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import { eventsFrom } from '../../../outbox/append.ts';
import { requisiteShortName } from './payees.ts';
import { dealsReset, sumReset } from './requisites.ts';

// Requisites as a cabinet changes them. The cabinet's row is locked first, then theirs by id.

/** A cabinet and its owner. */
interface OwnCabinet {
  id: string;
  traderId: string;
}

/** A requisite as a cabinet's select shows it. */
export interface Choice {
  id: string;
  name: string;
  shortName: string;
}

/** The requisites in the cabinet of the row `cabinet`, as JSON, newest first. */
export const choicesInCabinet = sql<Choice[]>`
  (select coalesce(json_agg(
      json_build_object('id', requisite.id, 'name', requisite.name, 'shortName', ${requisiteShortName('requisite')})
      order by requisite.id desc), '[]')
    from requisite join bank on bank.id = requisite.bank_id where requisite.cabinet_id = cabinet.id)`;

/** A select of more could not be used. */
const MAX_CHOICES = 500;

/** The requisites that may be in a trader's cabinet: those in it, and the newest of those in none. */
export async function readChoices(db: Reader, cabinet: OwnCabinet): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select requisite.id, requisite.name, ${requisiteShortName('requisite')} as "shortName"
    from (
      select * from requisite
      where trader_id = ${cabinet.traderId} and archived_at is null
        and (cabinet_id is null or cabinet_id = ${cabinet.id})
      order by cabinet_id is null, id desc limit ${MAX_CHOICES}
    ) requisite join bank on bank.id = requisite.bank_id
    order by requisite.id desc`.execute(db);
  return rows;
}

/** Notifies the screens of the rows of the query `changed`. */
const announced = (at: Date) =>
  eventsFrom('requisite.changed', { from: sql`changed`, objectId: sql`id`, owner: sql`trader_id`, at });

/**
 * Leaves exactly these requisites in a trader's cabinet.
 * @returns false, and changes nothing, when one of them is not the trader's, archived, or in another cabinet.
 */
export async function assignToCabinet(
  tx: Tx,
  { id: cabinetId, traderId }: Locked<OwnCabinet>,
  ids: readonly string[],
  at: Date,
): Promise<boolean> {
  const rows = await lockRows(
    tx,
    sql<{ id: string; cabinetId: string | null }>`
      select id, cabinet_id as "cabinetId" from requisite
      where trader_id = ${traderId} and archived_at is null and (id = any(${ids}::uuid[]) or cabinet_id = ${cabinetId})
      order by id
      for no key update`,
  );
  const possible = new Set(
    rows.filter((row) => row.cabinetId === null || row.cabinetId === cabinetId).map(({ id }) => id),
  );
  if (!ids.every((id) => possible.has(id.toLowerCase()))) return false;
  const target = sql`case when id = any(${ids}::uuid[]) then ${cabinetId}::uuid end`;
  await sql`
    with changed as (
      update requisite set cabinet_id = ${target}
      where id = any(${[...possible]}::uuid[]) and cabinet_id is distinct from ${target}
      returning id, trader_id
    )
    ${announced(at)}`.execute(tx);
  return true;
}

async function resetInCabinet(
  tx: Statement,
  { id }: Locked<OwnCabinet>,
  at: Date,
  reset: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with own as (
      select id from requisite where cabinet_id = ${id} order by id for no key update
    ), changed as (
      update requisite set ${reset} from own where requisite.id = own.id returning requisite.id, trader_id
    )
    ${announced(at)}`.execute(tx);
}

export const resetDealsInCabinet = (tx: Statement, cabinet: Locked<OwnCabinet>, at: Date): Promise<void> =>
  resetInCabinet(tx, cabinet, at, dealsReset(at));

export const resetSumsInCabinet = (tx: Statement, cabinet: Locked<OwnCabinet>, at: Date): Promise<void> =>
  resetInCabinet(tx, cabinet, at, sumReset);

/**
 * Switches requisites of a trader off, also those that are off already, until the trader switches each of them on by hand.
 * @param cause the id of the bank's message that says why; the caller keeps it in this transaction.
 */
export async function pauseRequisites(tx: Tx, ids: readonly string[], cause: string, at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with named as (
      select id from requisite where id = any(${ids}::uuid[]) order by id for no key update
    ), changed as (
      update requisite set is_active = false, paused_at = ${at}, paused_by = ${cause}
      from named where requisite.id = named.id
      returning requisite.id, trader_id
    )
    ${announced(at)}`.execute(tx);
}
