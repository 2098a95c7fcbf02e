import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { PayoutSettlement, PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { type KeysetList, madeWithin, type Sought } from '../../../db/keyset.ts';
import { numberedList, type OwnList } from '../../../db/own-list.ts';
import { anyOf, byIds } from '../../../db/platform-search.ts';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';

/** Kopecks, 1/10000 of a rouble for 1 USDT, micro-USDT, basis points. */
export interface Payout {
  id: string;
  merchantId: string;
  traderId: string | null;
  /** The merchant's own number; null for a payout made on the screen. */
  externalId: string | null;
  amount: bigint;
  rate: bigint;
  amountUsdt: bigint;
  feeBp: number;
  rewardBp: number;
  isSbp: boolean;
  fio: string;
  phone: string;
  bankAccount: string;
  /** The id of a member of СБП; null where the merchant named none. */
  recipientBank: string | null;
  status: PayoutStatus;
  photoId: string | null;
  photoName: string | null;
  createdAt: Date;
  /** The end of the time in which its trader is to do it; null unless it is in work. */
  takenUntil: Date | null;
  /** The moment it was done or cancelled; of a returned one, the moment it was done. */
  doneAt: Date | null;
  /** Null of a payout that was never done. */
  settlement: PayoutSettlement | null;
  /** Null of payouts from before there was such a time. */
  contestUntil: Date | null;
  contestedAt: Date | null;
  /** The merchant's. */
  contestReason: string | null;
  settledAt: Date | null;
  /** The operator's, where an operator decided. */
  decisionReason: string | null;
  /** What the shop keeps beside it. */
  payerId: string | null;
  metadata: Record<string, string> | null;
}

/** The columns of a payout `p`. */
export const columns = sql`
  p.id, p.merchant_id as "merchantId", p.trader_id as "traderId", p.external_id as "externalId", p.amount, p.rate, p.amount_usdt as "amountUsdt",
  p.fee_bp as "feeBp", p.reward_bp as "rewardBp", p.is_sbp as "isSbp", p.fio, p.phone, p.bank_account as "bankAccount",
  p.recipient_bank as "recipientBank",
  p.status, p.photo_id as "photoId", p.created_at as "createdAt", p.taken_until as "takenUntil",
  p.done_at as "doneAt", p.settlement, p.contest_until as "contestUntil", p.contested_at as "contestedAt",
  p.contest_reason as "contestReason", p.settled_at as "settledAt", p.decision_reason as "decisionReason",
  p.payer_id as "payerId", p.metadata,
  (select name from stored_file where id = p.photo_id) as "photoName"`;

/** One page of a merchant's payouts, newest first, in constant time. */
export function readMerchantPayouts(db: Reader, merchantId: string, request: PageRequest): Promise<Page<Payout>> {
  const list = {
    list: 'payouts',
    select: sql`select true as present, ${columns} from payout p`,
    owner: 'p.merchant_id',
    number: 'p.merchant_seq',
  };
  return readPage<Payout>(db, list, { ownerId: merchantId, ...request });
}

/** The same list, to be narrowed and added up; a trader's are the open ones, whoever asks for them, and those they have or did. */
export function payoutsOf({ role, id }: Owner): OwnList {
  const list = { table: 'payout', select: sql`select true as present, ${columns} from payout p`, id: 'p.id' };
  if (role === 'merchant')
    return numberedList({ ...list, amount: 'p.amount', owner: 'merchant_id', number: 'merchant_seq', ownerId: id });
  return {
    ...list,
    amount: 'p.amount',
    isTheirs: sql`(p.status = 'OPEN' or p.trader_id = ${id} and p.status in ('IN_WORK', 'DONE'))`,
    candidates: (span) =>
      anyOf(
        [sql`status = 'OPEN'`, sql`trader_id = ${id}`].map((where) =>
          byIds(
            (isBefore, most) => sql`select id from payout where ${where} ${isBefore} order by id desc limit ${most}`,
            span,
          ),
        ),
      ),
  };
}

/**
 * One page of a trader's payouts: those in work, then all open ones, then those they did, each newest first. Done ones are
 * numbered densely, so a far page costs no more than a near one.
 */
export async function readTraderPayouts(
  db: Reader,
  traderId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Payout>> {
  const skip = (page - 1) * pageSize;
  const { rows } = await sql<Payout & { count: bigint; part: number | null }>`
    with counts as (
      select
        (select count(*) from payout where trader_id = ${traderId} and work_place is not null) as work,
        (select count(*) from payout where status = 'OPEN') as open,
        coalesce((select last from list_sequence where owner_id = ${traderId} and list = 'payouts'), 0) as done
    )
    select counts.work + counts.open + counts.done as count, r.* from counts left join lateral (
      select * from (
        (select 1 as part, 0::bigint as number, ${columns} from payout p
          where p.trader_id = ${traderId} and p.work_place is not null
          order by p.id desc offset ${skip} limit ${pageSize})
        union all
        (select 2, 0, ${columns} from payout p where p.status = 'OPEN'
          order by p.id desc offset greatest(${skip} - counts.work, 0) limit ${pageSize})
        union all
        (select 3, p.trader_seq, ${columns} from payout p
          where p.trader_id = ${traderId}
            and p.trader_seq <= counts.done - greatest(${skip} - counts.work - counts.open, 0)
            and p.trader_seq > counts.done - greatest(${skip + pageSize} - counts.work - counts.open, 0))
      ) part_by_part order by part, number desc, id desc limit ${pageSize}
    ) r on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ part }) => part !== null) };
}

/** A payout that the person may see: a merchant's own; for a trader an open one, or one that they have or did. */
export async function readPayout(db: Reader, who: Owner, id: string): Promise<Payout | undefined> {
  const visible =
    who.role === 'merchant' ? sql`p.merchant_id = ${who.id}` : sql`(p.status = 'OPEN' or p.trader_id = ${who.id})`;
  const { rows } = await sql<Payout>`select ${columns} from payout p where p.id = ${id} and ${visible}`.execute(db);
  return rows[0];
}

/** Anybody's payout. */
export async function readAnyPayout(db: Reader, id: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`select ${columns} from payout p where p.id = ${id}`.execute(db);
  return rows[0];
}

/** The payout that the merchant gave this number. */
export async function readPayoutByNumber(
  db: Reader,
  merchantId: string,
  externalId: string,
): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${columns} from payout p where p.merchant_id = ${merchantId} and p.external_id = ${externalId}`.execute(db);
  return rows[0];
}

export type NewPayout = Pick<
  Payout,
  | 'id'
  | 'merchantId'
  | 'externalId'
  | 'amount'
  | 'rate'
  | 'amountUsdt'
  | 'feeBp'
  | 'isSbp'
  | 'fio'
  | 'phone'
  | 'bankAccount'
  | 'recipientBank'
  | 'createdAt'
> &
  Partial<Pick<Payout, 'payerId' | 'metadata'>>;

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<void> {
  await sql`
    insert into payout (id, merchant_id, merchant_seq, amount, rate, amount_usdt, fee_bp, is_sbp, fio, phone, bank_account,
      recipient_bank, external_id, created_at, payer_id, metadata)
    values (${payout.id}, ${payout.merchantId}, list_append(${payout.merchantId}, 'payouts'), ${payout.amount},
      ${payout.rate}, ${payout.amountUsdt}, ${payout.feeBp}, ${payout.isSbp}, ${payout.fio}, ${payout.phone},
      ${payout.bankAccount}, ${payout.recipientBank}, ${payout.externalId}, ${payout.createdAt}, ${payout.payerId ?? null},
      ${payout.metadata ? JSON.stringify(payout.metadata) : null}::jsonb)`.execute(tx);
}

/** A compare-and-set: undefined when it is not open, or another's. */
export const cancelPayout = (tx: Tx, merchantId: string, id: string, at: Date): Promise<Locked<Payout> | undefined> =>
  lockRow(
    tx,
    sql<Payout>`
    update payout p set status = 'CANCELLED', done_at = ${at}
    where id = ${id} and status = 'OPEN' and merchant_id = ${merchantId}
    returning ${columns}`,
  );

/** A merchant's payouts, from where one was. */
export const merchantPayouts: KeysetList = {
  table: 'payout',
  owner: 'merchant_id',
  number: 'merchant_seq',
  statusType: 'payout_status',
};

export async function readPayoutsById(db: Reader, ids: readonly string[]): Promise<Map<string, Payout>> {
  const { rows } = await sql<Payout>`select ${columns} from payout p where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((payout) => [payout.id, payout]));
}

/** The ids of a merchant's payouts of one payee, newest first. */
export async function nextIdsOfPayee(
  db: Reader,
  payerId: string,
  { ownerId, after, statuses, limit, ...made }: Sought,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout p where merchant_id = ${ownerId} and payer_id = ${payerId}
      ${after === undefined ? sql`` : sql`and id < ${after}`} ${madeWithin(sql`p.id`, made)}
      ${statuses === undefined ? sql`` : sql`and status::text = any(${statuses}::text[])`}
    order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
