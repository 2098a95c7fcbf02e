import type { AppealStage } from '@kantor/contract/plain/appeals.ts';
import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import type { AppealDecider } from '@kantor/contract/plain/match.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { AppealStatus, OrderStatus, PlatformAppealFilter } from '@kantor/contract/plain/statuses.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Page, readFound, readPage } from '../../../db/dense-list.ts';
import { numberedList, type OwnList } from '../../../db/own-list.ts';
import { byIds } from '../../../db/platform-search.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { WHOLE_ID } from '../../../kernel/search-terms.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';

/** Whose turn an appeal is. */
export interface InTurn {
  /** Null: it has ended. */
  stage: AppealStage | null;
  round: number;
  answerUntil: Date | null;
  /** Who was asked first: whom the trader asks has opened it, when it is not the trader. */
  decidedBy: AppealDecider;
}

export interface Appeal extends InTurn {
  id: string;
  orderId: string;
  /** Kopecks that the merchant says were paid. */
  amount: bigint;
  status: AppealStatus;
  /** The order's status before the appeal, to which it returns if the appeal is declined. */
  orderStatus: OrderStatus;
}

const inTurn = sql`a.stage, a.round, a.answer_until as "answerUntil", a.decided_by as "decidedBy"`;

export async function readAppeal(db: Reader, id: string): Promise<Appeal | undefined> {
  const { rows } = await sql<Appeal>`
    select a.id, a.order_id as "orderId", a.amount, a.status, a.order_status as "orderStatus", ${inTurn}
    from appeal a where a.id = ${id}`.execute(db);
  return rows[0];
}

export type NewAppeal = Omit<Appeal, 'status' | 'round'> & {
  traderId: string;
  merchantId: string;
  fileId: string | undefined;
};

/** Writes an open appeal with its places in both lists. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal, at: Date): Promise<void> {
  await sql`
    insert into appeal (id, order_id, trader_id, trader_seq, merchant_id, merchant_seq, amount, order_status, file_id,
      decided_by, stage, answer_until, created_at)
    values (${appeal.id}, ${appeal.orderId}, ${appeal.traderId}, list_append(${appeal.traderId}, 'appeals'),
      ${appeal.merchantId}, list_append(${appeal.merchantId}, 'appeals'), ${appeal.amount}, ${appeal.orderStatus},
      ${appeal.fileId ?? null}, ${appeal.decidedBy}, ${appeal.stage}, ${appeal.answerUntil}, ${at})`.execute(tx);
}

/** The end of an appeal: confirmed for so many kopecks, or declined. */
export type Outcome = { status: 'PROCESSED'; paid: bigint } | { status: 'CLOSED' };

/** Ends an open appeal; a compare-and-set. @returns whether it was open. */
export async function endAppeal(tx: Tx, id: string, outcome: Outcome, at: Date): Promise<boolean> {
  const paid = outcome.status === 'PROCESSED' ? outcome.paid : null;
  const result = await sql`
    update appeal set status = ${outcome.status}, processed_at = ${at}, paid_amount = ${paid}, stage = null,
      answer_until = null
    where id = ${id} and status = 'OPEN'`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Gives the turn to another; a compare-and-set. @returns whether it was as it was read. */
export async function setTurn(
  tx: Tx,
  was: Appeal,
  { stage, round, answerUntil }: Omit<InTurn, 'decidedBy'>,
): Promise<boolean> {
  const result = await sql`
    update appeal set stage = ${stage}, round = ${round}, answer_until = ${answerUntil}
    where id = ${was.id} and status = 'OPEN' and stage = ${was.stage} and round = ${was.round}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Open appeals that nobody answered in time, the oldest first. */
export async function readUnanswered(db: Reader, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from appeal where answer_until <= ${at} order by answer_until, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const ownerColumn = { trader: 'a.trader_id', merchant: 'a.merchant_id' } as const;
const numberColumn = { trader: 'a.trader_seq', merchant: 'a.merchant_seq' } as const;
const isOwn = (owner: Owner) => sql`${sql.ref(ownerColumn[owner.role])} = ${owner.id}`;

/** An appeal as lists show it. */
export interface AppealRow extends InTurn {
  id: string;
  orderId: string;
  amount: bigint;
  /** Of the order, in kopecks. */
  orderAmount: bigint;
  status: AppealStatus;
  createdAt: Date;
  processedAt: Date | null;
}

export const rowColumns = sql`
  a.id, a.order_id as "orderId", a.amount, (select amount from orders where id = a.order_id) as "orderAmount", a.status, a.created_at as "createdAt", a.processed_at as "processedAt",
  ${inTurn}`;
const selectRows = sql`select true as present, ${rowColumns} from appeal a`;

/** Whose an appeal is. */
export interface AppealOwners {
  traderId: string;
  merchantId: string;
}
const owners = sql`a.trader_id as "traderId", a.merchant_id as "merchantId"`;

export type OwnedAppealRow = AppealRow & AppealOwners;

const selectOwned = sql`select true as present, ${owners}, ${rowColumns} from appeal a`;

/** An appeal of anybody. */
export interface AnyAppeal extends AppealDetail, AppealOwners {}

export async function readAnyAppeal(db: Reader, id: string): Promise<AnyAppeal | undefined> {
  const { rows } = await sql<AnyAppeal>`
    select ${owners}, ${detailColumns} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** The appeals against an order, oldest first. */
export async function readAppealsOf(db: Reader, orderId: string): Promise<(AppealRow & Pick<AnyAppeal, 'paid'>)[]> {
  const { rows } = await sql<AppealRow & Pick<AnyAppeal, 'paid'>>`
    select ${rowColumns}, a.paid_amount as paid from appeal a where a.order_id = ${orderId} order by a.id`.execute(db);
  return rows;
}

const listOf = (owner: Owner) => ({
  list: 'appeals',
  select: selectRows,
  owner: ownerColumn[owner.role],
  number: numberColumn[owner.role],
});

/** One page of the owner's appeals, newest first, in constant time. */
export const readAppeals = (db: Reader, owner: Owner, { page, pageSize }: PageRequest): Promise<Page<AppealRow>> =>
  readPage<AppealRow>(db, listOf(owner), { ownerId: owner.id, page, pageSize });

/** The same list, to be narrowed and added up. */
export const appealsOf = ({ role, id: ownerId }: Owner): OwnList =>
  numberedList({
    table: 'appeal',
    select: selectRows,
    id: 'a.id',
    amount: 'a.amount',
    owner: `${role}_id`,
    number: `${role}_seq`,
    ownerId,
  });

/** Appeals `a` that wait for one side's answer, as the inbox counts them. */
export const isWaitingAppeal: Readonly<Record<WaitingIn<'appeals'>, RawBuilder<boolean>>> = {
  appeals: sql`a.status = 'OPEN' and a.stage = 'trader'`,
  appeals_declined: sql`a.status = 'OPEN' and a.stage = 'merchant'`,
};

/** One page of the owner's appeals that wait for such an answer, newest first. */
export const readWaitingAppeals = (
  db: Reader,
  owner: Owner,
  request: PageRequest,
  what: WaitingIn<'appeals'>,
): Promise<Page<AppealRow>> =>
  readFound<AppealRow>(
    db,
    listOf(owner),
    sql`select ${sql.ref(numberColumn[owner.role])} as number from appeal a where ${isOwn(owner)} and ${isWaitingAppeal[what]}`,
    { ownerId: owner.id, ...request },
  );

/** A search for a part of an id looks through so many of the owner's newest appeals. */
const SEARCH_DEPTH = 10_000;

/** One page of the owner's appeals against orders whose id has the text in it, newest first; of a whole id all, however old. */
export function searchAppeals(db: Reader, owner: Owner, request: PageRequest, part: string): Promise<Page<AppealRow>> {
  const number = sql.ref(numberColumn[owner.role]);
  const found = WHOLE_ID.test(part)
    ? sql`select ${number} as number from appeal a where ${isOwn(owner)} and a.order_id = ${part}`
    : sql`
      select number from (
        select ${number} as number, a.order_id from appeal a where ${isOwn(owner)}
        order by ${number} desc limit ${sql.lit(SEARCH_DEPTH)}
      ) as newest where position(${part} in order_id::text) > 0`;
  return readFound<AppealRow>(db, listOf(owner), found, { ownerId: owner.id, ...request });
}

export interface AppealDetail extends AppealRow {
  /** Kopecks it was confirmed for; null unless it was. */
  paid: bigint | null;
  /** The merchant's number of the order. */
  externalId: string;
  requisite: string;
  bank: string;
  fileId: string | null;
  fileName: string | null;
}

/** With where they come from, but for the condition. */
const detailColumns = sql`
  ${rowColumns}, a.paid_amount as paid, orders.external_id as "externalId", ${requisiteShortName('payee')} as requisite, bank.short_name as bank,
  a.file_id as "fileId", stored_file.name as "fileName"
  from appeal a join orders on orders.id = a.order_id ${withPayee('orders')}
  left join stored_file on stored_file.id = a.file_id`;

/** The owner's appeal with its order; undefined when it is not theirs. */
export async function readAppealDetail(db: Reader, owner: Owner, id: string): Promise<AppealDetail | undefined> {
  const { rows } = await sql<AppealDetail>`select ${detailColumns} where a.id = ${id} and ${isOwn(owner)}`.execute(db);
  return rows[0];
}

/** A filter of the platform's list that is no status. */
const AT_OPERATOR: PlatformAppealFilter = 'OPERATOR';

/** The appeals of all accounts. */
export const appealObjects: SummedObjects = {
  list: { list: 'appeals', select: selectOwned, id: 'a.id' },
  table: 'appeal',
  alias: 'a',
  owners: {
    merchant: { column: 'merchant_id', number: 'merchant_seq' },
    trader: { column: 'trader_id', number: 'trader_seq' },
  },
  status: sql`a.status`,
  amount: { column: 'amount', scale: SCALE.rub, isIndexed: true },
  numbered: (status) => (status === AT_OPERATOR ? undefined : status),
  isInStatus: (status) => (status === AT_OPERATOR ? sql`a.stage = 'operator'` : sql`a.status = ${status}`),
  inStatus: (status) =>
    status === AT_OPERATOR
      ? byIds((isBefore) => sql`select id from appeal where stage = 'operator' ${isBefore}`)
      : undefined,
  // With an offset: else the orders of the bank may all be hashed.
  isOfBank: (bankId) => sql`exists (
    select from orders join payee on payee.requisite_id = orders.requisite_id and payee.version = orders.payee_version
    where orders.id = a.order_id and payee.bank_id = ${bankId} offset 0)`,
  findBy: (text) => [
    // Every merchant has the number of an order once at most.
    byIds(
      (isBefore) => sql`
        select id from (
          select appealed.id from account
          join orders on orders.merchant_id = account.id and orders.external_id = ${text}
          -- With an offset: else the planner may look through all appeals.
          cross join lateral (select appeal.id from appeal where order_id = orders.id offset 0) as appealed
          where account.role = 'merchant'
        ) as numbered where true ${isBefore}`,
    ),
    ...(WHOLE_ID.test(text)
      ? [byIds((isBefore) => sql`select id from appeal where order_id = ${text}::uuid ${isBefore}`)]
      : []),
  ],
};
