import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../db/tx.ts';
import type { Adjustment } from '../ledger/index.ts';

/** The change that a correction proposes. Kopecks, and micro-USDT. */
export type Change =
  | { kind: 'reversal'; orderId: string; amount: bigint }
  | ({ kind: 'adjustment' } & Adjustment)
  /** A trader is credited by hand, once per reference. */
  | { kind: 'deposit'; userId: string; amountUsdt: bigint; reference: string }
  /** A withdrawal is closed; `unseen`: by a transaction that no node was asked for. */
  | { kind: 'closing'; withdrawalId: string; transactionHash: string; unseen: boolean }
  /** All second factors are taken off a person who has lost them. */
  | { kind: 'second_factor'; personId: string };

type CorrectionStatus = 'WAITING' | 'ACCEPTED' | 'WITHDRAWN' | 'LAPSED';

/** What one operator proposed. */
export interface Correction {
  id: string;
  change: Change;
  reason: string;
  status: CorrectionStatus;
  proposedById: string;
  /** The operator's name. */
  proposedBy: string;
  createdAt: Date;
  /** Nobody can accept it from then on. */
  lapsesAt: Date;
  /** The operator who accepted or withdrew it. */
  decidedBy: string | null;
  /** The name of the user whom an adjustment, a deposit or a lost second factor is about. */
  username: string | null;
}

interface Row extends Omit<Correction, 'change'> {
  kind: Change['kind'];
  orderId: string;
  amount: bigint;
  userId: string;
  account: Adjustment['account'];
  against: Adjustment['against'];
  amountUsdt: bigint;
  reference: string;
  withdrawalId: string;
  transactionHash: string;
  unseen: boolean;
  personId: string;
}

/** Corrections as they are at a moment: one that nobody decided on in time has lapsed, written or not. */
const selectAt = (at: Date) => sql`
  select c.id, c.kind, c.order_id as "orderId", c.amount, c.user_id as "userId", c.account, c.against,
    c.amount_usdt as "amountUsdt", c.reference, c.withdrawal_id as "withdrawalId", c.transaction_hash as "transactionHash",
    c.unseen, c.person_id as "personId", c.reason,
    case when c.status = 'WAITING' and c.lapses_at <= ${at} then 'LAPSED' else c.status end as status, c.proposed_by as "proposedById", proposer.username as "proposedBy",
    c.created_at as "createdAt", c.lapses_at as "lapsesAt", decider.username as "decidedBy", coalesce(subject.name, who.username) as username
  from correction c join person proposer on proposer.id = c.proposed_by
  left join person decider on decider.id = c.decided_by left join account subject on subject.id = c.user_id
  left join person who on who.id = c.person_id`;

function toCorrection<Found extends Row>({
  kind,
  orderId,
  amount,
  userId,
  account,
  against,
  amountUsdt,
  reference,
  withdrawalId,
  transactionHash,
  unseen,
  personId,
  ...row
}: Found) {
  const changes = {
    reversal: { kind: 'reversal', orderId, amount },
    adjustment: { kind: 'adjustment', userId, account, against, amountUsdt },
    deposit: { kind: 'deposit', userId, amountUsdt, reference },
    closing: { kind: 'closing', withdrawalId, transactionHash, unseen },
    second_factor: { kind: 'second_factor', personId },
  } as const satisfies Record<Change['kind'], Change>;
  const change: Change = changes[kind];
  return { ...row, change };
}

/** Corrections that wait, or the last ones of all, oldest first. */
export async function readCorrections(
  db: Reader,
  { waiting, last }: { waiting: boolean; last: number },
  at: Date,
): Promise<Correction[]> {
  const { rows } = await sql<Row>`
    ${selectAt(at)} ${waiting ? sql`where c.status = 'WAITING' and c.lapses_at > ${at}` : sql``}
    order by c.id desc limit ${last}`.execute(db);
  return rows.map((row) => toCorrection(row)).toReversed();
}

/** The corrections of an account that wait, by id. */
export async function readWaitingFor(db: Reader, accountId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from correction where status = 'WAITING' and lapses_at > ${at} and user_id = ${accountId} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The proposals that wait about a person, by id. */
export async function readWaitingForPerson(db: Reader, personId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from correction where status = 'WAITING' and lapses_at > ${at} and person_id = ${personId} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function lockCorrection(tx: Tx, id: string, at: Date): Promise<Locked<Correction> | undefined> {
  const row = await lockRow(tx, sql<Row>`${selectAt(at)} where c.id = ${id} for no key update of c`);
  return row && (toCorrection(row) as Locked<Correction>);
}

export interface NewCorrection {
  id: string;
  change: Change;
  reason: string;
  proposedById: string;
  createdAt: Date;
  lapsesAt: Date;
}

export async function insertCorrection(tx: Tx, correction: NewCorrection): Promise<void> {
  const { change } = correction;
  const reversal = change.kind === 'reversal' ? change : undefined;
  const adjustment = change.kind === 'adjustment' ? change : undefined;
  const deposit = change.kind === 'deposit' ? change : undefined;
  const closing = change.kind === 'closing' ? change : undefined;
  const lost = change.kind === 'second_factor' ? change : undefined;
  const credited = adjustment ?? deposit;
  await sql`
    insert into correction (id, kind, order_id, amount, user_id, account, against, amount_usdt, reference,
      withdrawal_id, transaction_hash, unseen, person_id, reason, proposed_by, created_at, lapses_at)
    values (${correction.id}, ${change.kind}, ${reversal?.orderId ?? null}, ${reversal?.amount ?? null},
      ${credited?.userId ?? null}, ${adjustment?.account ?? null}, ${adjustment?.against ?? null},
      ${credited?.amountUsdt ?? null}, ${deposit?.reference ?? null}, ${closing?.withdrawalId ?? null},
      ${closing?.transactionHash ?? null}, ${closing?.unseen ?? null}, ${lost?.personId ?? null}, ${correction.reason}, ${correction.proposedById}, ${correction.createdAt},
      ${correction.lapsesAt})`.execute(tx);
}

/** Ends a waiting correction by an operator. */
export async function endCorrection(
  tx: Tx,
  { id }: Locked<Correction>,
  status: 'ACCEPTED' | 'WITHDRAWN',
  by: string,
  at: Date,
): Promise<void> {
  await sql`
    update correction set status = ${status}, decided_by = ${by}, decided_at = ${at}
    where id = ${id} and status = 'WAITING'`.execute(tx);
}

/** Ends those whose time has passed, but for one that somebody is just deciding on. */
export async function endLapsed(tx: Tx, at: Date): Promise<void> {
  await sql`
    update correction set status = 'LAPSED', decided_at = lapses_at
    where id in (
      select id from correction where status = 'WAITING' and lapses_at <= ${at} for no key update skip locked
    )`.execute(tx);
}
