import { sql } from 'kysely';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import type { Kantor } from '../support/kantor.ts';

// The figures once more, from all rows of the tables, by loops: nothing of the radar's own statements.

interface Counted {
  value: number | null;
  part: number | null;
  whole: number;
  sample: number;
  from: string | null;
  to: string | null;
}

interface OrderRow {
  id: string;
  seq: bigint;
  status: string;
  created_at: Date;
  paid_at: Date | null;
  requisite_id: string;
}

const all = async <Row>(kantor: Kantor, table: string, where: ReturnType<typeof sql>): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} where ${where}`.execute(kantor.ownerDb)).rows;

const spanOf = (moments: readonly Date[]) => {
  const sorted = moments.map((at) => at.toISOString()).toSorted();
  return { from: sorted[0] ?? null, to: sorted.at(-1) ?? null };
};

const share = (parts: readonly boolean[], moments: readonly Date[]): Counted => {
  const [part, whole] = [parts.filter(Boolean).length, parts.length];
  const value = whole === 0 ? null : Math.floor((part * 10_000) / whole);
  return { value, part, whole, sample: whole, ...spanOf(moments) };
};

const newest = <Row extends { seq: bigint }>(rows: readonly Row[], n: number) =>
  rows.toSorted((a, b) => Number(b.seq - a.seq)).slice(0, n);

async function ordersOf(kantor: Kantor, column: 'trader' | 'merchant', id: string): Promise<OrderRow[]> {
  const rows = await all<OrderRow & Record<string, bigint>>(kantor, 'orders', sql`${sql.ref(`${column}_id`)} = ${id}`);
  return newest(
    rows.map((row) => ({ ...row, seq: row[`${column}_seq`] ?? 0n })),
    200,
  );
}

interface AppealRow {
  order_id: string;
  status: string;
  created_at: Date;
  seq: bigint;
}

async function decidedAppeals(kantor: Kantor, column: 'trader' | 'merchant', id: string): Promise<AppealRow[]> {
  const rows = await all<AppealRow & Record<string, bigint>>(kantor, 'appeal', sql`${sql.ref(`${column}_id`)} = ${id}`);
  return newest(
    rows.map((row) => ({ ...row, seq: row[`${column}_seq`] ?? 0n })),
    200,
  ).filter(({ status, created_at: at }) => status !== 'OPEN' && kantor.clock().getTime() - at.getTime() <= 30 * DAY);
}

const createdOf = (rows: readonly { created_at: Date }[]) => rows.map(({ created_at: at }) => at);

export async function recountMerchant(kantor: Kantor, id: string): Promise<Record<string, Counted>> {
  const ended = (await ordersOf(kantor, 'merchant', id)).filter(({ status }) => !['ACTIVE', 'APPEAL'].includes(status));
  const appeals = await decidedAppeals(kantor, 'merchant', id);
  return {
    never_paid: share(
      ended.map(({ status }) => status !== 'CLOSED'),
      createdOf(ended),
    ),
    appeals_declined: share(
      appeals.map(({ status }) => status === 'CLOSED'),
      createdOf(appeals),
    ),
  };
}

interface Step {
  order_id: string;
  n: number;
  status: string;
  actor: string;
  created_at: Date;
}

interface Message {
  order_id: string | null;
  outcome: string;
  cabinet_id: string;
  bank: string | null;
  tail: string | null;
  amount: bigint | null;
  balance: bigint | null;
  heard_at: Date;
  trader_seq: bigint;
}

export async function recountTrader(kantor: Kantor, id: string): Promise<Record<string, Counted>> {
  const orders = await ordersOf(kantor, 'trader', id);
  const steps = await all<Step>(kantor, 'order_status_change', sql`true`);
  const messages = await all<Message>(kantor, 'notification', sql`trader_id = ${id}`);
  const everyAppeal = await all<AppealRow>(kantor, 'appeal', sql`trader_id = ${id}`);
  const appeals = await decidedAppeals(kantor, 'trader', id);

  const closed = orders.filter(
    (order) =>
      order.status === 'CLOSED' &&
      !everyAppeal.some(({ order_id: of, status }) => of === order.id && status === 'PROCESSED'),
  );
  const closerOf = (order: OrderRow) =>
    steps.filter(({ order_id: of }) => of === order.id).toSorted((a, b) => b.n - a.n)[0]?.actor;
  const hasMessage = (order: OrderRow) =>
    messages.some(({ order_id: of, outcome }) => of === order.id && outcome !== 'unknown_sender');
  const byHand = closed.filter((order) => closerOf(order) === 'trader');
  const times = byHand
    .map((order) => Math.floor(((order.paid_at?.getTime() ?? 0) - order.created_at.getTime()) / SECOND))
    .toSorted((a, b) => a - b);
  const ended = orders.filter(({ status }) => status === 'CLOSED' || status === 'EXPIRED');
  const firstClosed = ended.findIndex(({ status }) => status === 'CLOSED');
  const inRow = firstClosed < 0 ? ended.length : firstClosed;
  return {
    without_message: share(
      closed.map((order) => byHand.includes(order) && !hasMessage(order)),
      createdOf(closed),
    ),
    confirm_time: {
      value: times[Math.ceil(times.length / 2) - 1] ?? null,
      part: null,
      whole: times.length,
      sample: times.length,
      ...spanOf(createdOf(byHand)),
    },
    expired_in_row: {
      value: ended.length === 0 ? null : inRow,
      part: inRow,
      whole: ended.length,
      sample: ended.length,
      ...spanOf(createdOf(ended)),
    },
    appeals_lost: share(
      appeals.map(({ status }) => status === 'PROCESSED'),
      createdOf(appeals),
    ),
    silence: await recountSilence(kantor, orders, steps),
    balance_breaks: await recountBreaks(kantor, messages),
  };
}

/** Second by second. */
async function recountSilence(kantor: Kantor, orders: readonly OrderRow[], steps: readonly Step[]): Promise<Counted> {
  const requisites = await all<{ id: string; cabinet_id: string | null }>(kantor, 'requisite', sql`true`);
  const pings = await all<{ cabinet_id: string; created_at: Date }>(kantor, 'device_ping', sql`true`);
  const active = new Set<string>();
  const silent = new Set<string>();
  const counted: Date[] = [];
  for (const order of orders) {
    const cabinet = requisites.find((each) => each.id === order.requisite_id)?.cabinet_id;
    const heard = pings.filter(({ cabinet_id: of }) => of === cabinet).map(({ created_at: at }) => at.getTime());
    if (heard.length === 0 || order.created_at.getTime() < Math.min(...heard)) continue;
    counted.push(order.created_at);
    const end = steps.find(({ order_id: of, n }) => of === order.id && n === 2)?.created_at ?? kantor.clock();
    const near = heard.filter((at) => at > order.created_at.getTime() - 3 * MINUTE && at < end.getTime());
    for (let at = order.created_at.getTime(); at < end.getTime(); at += SECOND) {
      active.add(`${cabinet} ${at}`);
      if (!near.some((ping) => ping <= at && at < ping + 3 * MINUTE)) silent.add(`${cabinet} ${at}`);
    }
  }
  const value = active.size === 0 ? null : Math.floor((silent.size * 10_000) / active.size);
  return { value, part: silent.size, whole: active.size, sample: counted.length, ...spanOf(counted) };
}

async function recountBreaks(kantor: Kantor, messages: readonly Message[]): Promise<Counted> {
  const { rows: requisites } = await sql<{ cabinet: string; bank: string }>`
    select cabinet_id as cabinet, bank.name as bank from requisite join bank on bank.id = bank_id`.execute(
    kantor.ownerDb,
  );
  const heard = newest(
    messages.map((message) => ({ ...message, seq: message.trader_seq })),
    500,
  ).toSorted((a, b) => a.heard_at.getTime() - b.heard_at.getTime() || Number(a.seq - b.seq));
  const last = new Map<string, { balance: bigint; fitted: boolean; isNext: boolean }>();
  const judged: { fits: boolean; at: Date }[] = [];
  for (const { outcome, cabinet_id: cabinet, bank, tail, amount, balance, heard_at: at } of heard) {
    if (['outgoing', 'unread', 'before_matching'].includes(outcome))
      for (const [key, before] of last) if (key.startsWith(`${cabinet}/${bank}/`)) before.isNext = false;
    if (['outgoing', 'duplicate', 'unknown_sender'].includes(outcome)) continue;
    if (bank === null || amount === null || balance === null) continue;
    const alike = requisites.filter((each) => each.cabinet === cabinet && each.bank === bank);
    if (tail === null && alike.length > 1) continue;
    const key = `${cabinet}/${bank}/${tail}`;
    const before = last.get(key);
    const fits = before !== undefined && before.balance + amount === balance;
    if (before?.fitted && before.isNext) judged.push({ fits, at });
    last.set(key, { balance, fitted: fits, isNext: true });
  }
  const part = judged.filter(({ fits }) => !fits).length;
  return {
    value: judged.length === 0 ? null : part,
    part,
    whole: judged.length,
    sample: judged.length,
    ...spanOf(judged.map(({ at }) => at)),
  };
}
