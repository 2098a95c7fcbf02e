import type { ViewList } from '@kantor/contract/plain/views.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../db/tx.ts';

/** A named view of a list. */
export interface View {
  id: string;
  list: ViewList;
  name: string;
  /** What stands behind `?` of the list's address. */
  query: string;
  isShared: boolean;
  personId: string;
  /** The name of who made it. */
  madeBy: string;
  /** Of the person who asks. */
  isDefault: boolean;
}

/** A person in an account. */
export interface Viewer {
  accountId: string;
  personId: string;
}

const selectSeen = ({ accountId, personId }: Viewer) => sql`
  select v.id, v.list, v.name, v.query, v.is_shared as "isShared", v.person_id as "personId", person.username as "madeBy",
    exists (
      select from list_view_default d where d.view_id = v.id and d.account_id = v.account_id and d.person_id = ${personId}
    ) as "isDefault"
  from list_view v join person on person.id = v.person_id
  where v.account_id = ${accountId} and (v.person_id = ${personId} or v.is_shared)`;

/** The views of a list that a person sees: their own and the account's shared ones, by name. */
export async function readViews(db: Reader, viewer: Viewer, list: ViewList): Promise<View[]> {
  const { rows } = await sql<View>`${selectSeen(viewer)} and v.list = ${list} order by lower(v.name), v.id`.execute(db);
  return rows;
}

/** Locks a view that the person sees; undefined when they see none of this id. */
export const lockView = (tx: Tx, viewer: Viewer, id: string): Promise<Locked<View> | undefined> =>
  lockRow(tx, sql<View>`${selectSeen(viewer)} and v.id = ${id} for update of v`);

/** How many views a person has made of a list, those of other names. */
export async function countOthers(tx: Tx, viewer: Viewer, list: ViewList, name: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from list_view
    where account_id = ${viewer.accountId} and person_id = ${viewer.personId} and list = ${list}
      and lower(name) <> lower(${name})`.execute(tx);
  return Number(rows[0]?.n ?? 0n);
}

type NewView = Pick<View, 'id' | 'list' | 'name' | 'query' | 'isShared'>;

/** Writes a view, or gives the person's own of that name what this one has. @returns its id. */
export async function upsertView(tx: Tx, viewer: Viewer, view: NewView, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into list_view (id, account_id, person_id, list, name, query, is_shared, created_at)
    values (${view.id}, ${viewer.accountId}, ${viewer.personId}, ${view.list}, ${view.name}, ${view.query}, ${view.isShared}, ${at})
    on conflict (account_id, list, person_id, lower(name))
    do update set name = excluded.name, query = excluded.query, is_shared = excluded.is_shared
    returning id`.execute(tx);
  const [written] = rows;
  if (written === undefined) throw new Error('The view was not written');
  return written.id;
}

/** @throws a database error of `list_view_name` when its maker has another of the name. */
export async function updateView(
  tx: Tx,
  { id }: Locked<View>,
  { name, query, isShared }: Pick<View, 'name' | 'query' | 'isShared'>,
): Promise<void> {
  await sql`
    update list_view set name = ${name}, query = ${query}, is_shared = ${isShared} where id = ${id}`.execute(tx);
}

/** Nobody but its maker is led to a view that only they see. */
export async function forgetOthersDefaults(tx: Tx, id: string): Promise<void> {
  await sql`
    delete from list_view_default d using list_view v
    where v.id = ${id} and d.account_id = v.account_id and d.list = v.list and d.view_id = v.id
      and d.person_id <> v.person_id`.execute(tx);
}

/** Removes a view, for those who came to the list by it, too. */
export async function deleteView(tx: Tx, { id }: Locked<View>): Promise<void> {
  await sql`delete from list_view where id = ${id}`.execute(tx);
}

/** The view that opens from the menu. */
export async function setDefault(tx: Tx, viewer: Viewer, { id, list }: Locked<View>): Promise<void> {
  await sql`
    insert into list_view_default (account_id, person_id, list, view_id)
    values (${viewer.accountId}, ${viewer.personId}, ${list}, ${id})
    on conflict (account_id, person_id, list) do update set view_id = excluded.view_id`.execute(tx);
}

export async function clearDefault(tx: Tx, { accountId, personId }: Viewer, list: ViewList): Promise<void> {
  await sql`
    delete from list_view_default
    where account_id = ${accountId} and person_id = ${personId} and list = ${list}`.execute(tx);
}
