import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { KindTotals, PartTotals, Totals } from '../rules.ts';
import type { Party } from './parties.ts';

/** Days of Moscow's calendar, both whole. */
export interface Period {
  from: string;
  to: string;
}

/** An act as lists have it. */
export interface ListedAct extends Period {
  id: string;
  accountId: string;
  number: bigint;
  madeAt: Date;
  madeBy: string;
  /** The account that the person was in. */
  madeIn: string;
  /** Of all parts, micro-USDT. */
  closing: bigint;
}

/** An act as it was given. */
export interface Act extends ListedAct {
  accountName: string;
  role: Role;
  platform: Party;
  /** Null of the platform's revenue. */
  party: Party | null;
  parts: PartTotals[];
  kinds: KindTotals[];
}

export interface NewAct extends Period {
  id: string;
  accountId: string;
  madeAt: Date;
  madeBy: string;
  madeIn: string;
  platform: Party;
  party: Party | null;
}

const listed = sql`
  act.id, act.account_id as "accountId", act.number, act.first_day::text as from, act.last_day::text as to,
  act.made_at as "madeAt", person.username as "madeBy", act.made_in as "madeIn",
  (select sum(closing)::bigint from act_part where act_id = act.id) as closing`;

/** The act of a period in which the parties name themselves so; undefined: it was not given. */
export async function readSameAct(
  db: Reader,
  { accountId, from, to, platform, party }: NewAct,
): Promise<ListedAct | undefined> {
  const { rows } = await sql<ListedAct>`
    select ${listed} from act join person on person.id = act.made_by
    where act.account_id = ${accountId} and first_day = ${from} and last_day = ${to}
      and platform_name = ${platform.name} and platform_details = ${platform.details}
      and party_name is not distinct from ${party?.name ?? null} and party_details is not distinct from ${party?.details ?? null}`.execute(
    db,
  );
  return rows[0];
}

/** Gives an act the account's next number. Of two at once that are the same, the second breaks `act_same`. */
export async function insertAct(tx: Tx, act: NewAct, { parts, kinds }: Totals): Promise<void> {
  await sql`
    insert into act (id, account_id, number, first_day, last_day, made_at, made_by, made_in, platform_name, platform_details,
      party_name, party_details)
    values (${act.id}, ${act.accountId}, list_append(${act.accountId}, 'acts'), ${act.from}, ${act.to}, ${act.madeAt},
      ${act.madeBy}, ${act.madeIn}, ${act.platform.name}, ${act.platform.details}, ${act.party?.name ?? null},
      ${act.party?.details ?? null})`.execute(tx);
  await sql`
    insert into act_part (act_id, part, opening, received, spent, closing, first_number, last_number, entries)
    select ${act.id}, * from unnest(
      ${parts.map(({ part }) => part)}::ledger_kind[], ${parts.map(({ opening }) => opening)}::bigint[],
      ${parts.map(({ received }) => received)}::bigint[], ${parts.map(({ spent }) => spent)}::bigint[],
      ${parts.map(({ closing }) => closing)}::bigint[], ${parts.map(({ numbers }) => numbers?.first ?? null)}::bigint[],
      ${parts.map(({ numbers }) => numbers?.last ?? null)}::bigint[], ${parts.map(({ entries }) => entries)}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into act_kind (act_id, reason, postings, received, spent)
    select ${act.id}, * from unnest(
      ${kinds.map(({ reason }) => reason)}::text[], ${kinds.map(({ postings }) => postings)}::bigint[],
      ${kinds.map(({ received }) => received)}::bigint[], ${kinds.map(({ spent }) => spent)}::bigint[])`.execute(tx);
}

/** One page of an account's acts, newest first. */
export const readActs = (db: Reader, accountId: string, page: PageRequest): Promise<Page<ListedAct>> =>
  readPage<ListedAct>(
    db,
    {
      list: 'acts',
      select: sql`select true as present, ${listed} from act join person on person.id = act.made_by`,
      owner: 'act.account_id',
      number: 'act.number',
    },
    { ownerId: accountId, ...page },
  );

export async function readAct(db: Reader, id: string): Promise<Act | undefined> {
  interface Row extends Omit<Act, 'platform' | 'party' | 'parts' | 'kinds'> {
    platformName: string;
    platformDetails: string;
    partyName: string | null;
    partyDetails: string | null;
  }
  const { rows } = await sql<Row>`
    select ${listed}, account.name as "accountName", account.role, platform_name as "platformName",
      platform_details as "platformDetails", party_name as "partyName", party_details as "partyDetails"
    from act join account on account.id = act.account_id join person on person.id = act.made_by
    where act.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const parts = await sql<Omit<PartTotals, 'numbers'> & { first: bigint | null; last: bigint | null }>`
    select part, opening, received, spent, closing, entries, first_number as first, last_number as last
    from act_part where act_id = ${id} order by part`.execute(db);
  const kinds = await sql<KindTotals>`
    select reason, postings, received, spent from act_kind where act_id = ${id}`.execute(db);
  const { platformName, platformDetails, partyName, partyDetails, ...act } = row;
  return {
    ...act,
    platform: { name: platformName, details: platformDetails },
    party: partyName === null ? null : { name: partyName, details: partyDetails ?? '' },
    parts: parts.rows.map(({ first, last, ...part }) => ({
      ...part,
      numbers: first === null || last === null ? undefined : { part: part.part, first, last },
    })),
    kinds: kinds.rows,
  };
}
