import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { HOUR, moscowMidnight } from '../../src/kernel/clock.ts';
import { toMicroUsdt } from '../../src/kernel/money.ts';
import { SUM_BANDS } from '@kantor/contract/plain/analytics.ts';

/** The figures of orders as they are kept and as the rows say, in one snapshot: by the row's name, what is not zero of it. */
type Figures = Record<string, Record<string, string>>;

const EVERYBODY = '00000000-0000-0000-0000-000000000000';

const NAMES = [
  'issued',
  'issued_amount',
  'closed',
  'late',
  'expired',
  'declined',
  'lost_amount',
  'paid',
  'reversed',
  'reversed_amount',
  'earned',
  'fee',
  'appeals',
  'appeals_won',
] as const;

interface Order {
  id: string;
  trader: string;
  merchant: string;
  requisite: string;
  bank: number;
  isSbp: boolean;
  amount: bigint;
  rate: bigint;
  status: string;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  reversed: bigint | null;
  appeals: { status: string; paid: string | null }[];
  /** What the closing and the reversal moved, micro-USDT: by whose and which account. */
  moved: { posting: string; owner: string | null; account: string; amount: string }[];
}

/** Of the closing's own posting what its trader and the platform got, less what the reversal took of them. */
function moneyOf({ trader, moved, reversed, rate }: Order, paid: bigint) {
  const sum = (posting: string, is: (entry: Order['moved'][number]) => boolean) =>
    moved
      .filter((entry) => entry.posting === posting && is(entry))
      .reduce((total, { amount }) => total + BigInt(amount), 0n);
  const reward = sum('order_close', ({ account }) => account === 'earned');
  const platform = sum('order_close', ({ account }) => account === 'revenue');
  if (reversed === null) return { earned: reward, fee: reward + platform };
  const back = toMicroUsdt(paid, rate) - (paid === reversed ? 0n : toMicroUsdt(paid - reversed, rate));
  // The trader gets back what they paid, less the reward for it.
  const rewardBack = back - sum('order_reversal', ({ owner }) => owner === trader);
  const platformBack = -sum('order_reversal', ({ account }) => account === 'revenue');
  return { earned: reward - rewardBack, fee: reward + platform - rewardBack - platformBack };
}

/** The second at which the bucket of a wait begins: sixteen buckets for each doubling. */
function bucketOf(seconds: number): number {
  if (seconds < 32) return seconds;
  const width = 2 ** (Math.floor(Math.log2(seconds)) - 4);
  return Math.floor(seconds / width) * width;
}

function rowsOf(order: Order): [row: string, figures: Record<string, bigint>][] {
  const { createdAt, paidAt, amount, status, reversed, appeals } = order;
  const isClosed = status === 'CLOSED';
  const isLost = status === 'EXPIRED' || status === 'DECLINED';
  const won = appeals.filter((appeal) => appeal.status === 'PROCESSED');
  const paid = BigInt(won[0]?.paid ?? amount);
  const money = isClosed ? moneyOf(order, paid) : { earned: 0n, fee: 0n };
  const figures = {
    issued: 1n,
    issued_amount: amount,
    closed: BigInt(isClosed),
    late: BigInt(paidAt !== null && paidAt > order.expiresAt),
    expired: BigInt(status === 'EXPIRED'),
    declined: BigInt(status === 'DECLINED'),
    lost_amount: isLost ? amount : 0n,
    paid: isClosed ? paid : 0n,
    reversed: BigInt(reversed !== null),
    reversed_amount: reversed ?? 0n,
    ...money,
    appeals: BigInt(appeals.length),
    appeals_won: BigInt(won.length),
  };
  const hour = new Date(Math.floor(createdAt.getTime() / HOUR) * HOUR).toISOString();
  const spans = [`hour ${hour}`, `day ${moscowMidnight(createdAt).toISOString()}`];
  const accounts = [EVERYBODY, order.trader, order.merchant];
  const keys = [
    'all ',
    `bank ${order.bank}`,
    `method ${order.isSbp ? 'sbp' : 'c2c'}`,
    `band ${SUM_BANDS.findLastIndex((least) => least <= amount)}`,
  ];
  const waits =
    paidAt === null ? [] : [`wait ${bucketOf(Math.floor((paidAt.getTime() - createdAt.getTime()) / 1000))}`];
  return spans.flatMap((span) => [
    ...accounts.flatMap((account) => [
      ...keys.map((key) => [`${span} ${account} ${key}`, figures] as [string, Record<string, bigint>]),
      ...waits.map((key) => [`${span} ${account} ${key}`, { closed: 1n }] as [string, Record<string, bigint>]),
    ]),
    [`${span} ${order.trader} requisite ${order.requisite}`, figures],
  ]);
}

function sum(rows: readonly [row: string, figures: Record<string, bigint>][]): Figures {
  const sums = new Map<string, Record<string, bigint>>();
  for (const [row, figures] of rows) {
    const total = sums.get(row) ?? {};
    for (const name of NAMES) total[name] = (total[name] ?? 0n) + (figures[name] ?? 0n);
    sums.set(row, total);
  }
  const told = [...sums]
    .map(([row, figures]) => [row, Object.entries(figures).filter(([, value]) => value !== 0n)] as const)
    .filter(([, figures]) => figures.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    told.map(([row, figures]) => [row, Object.fromEntries(figures.map(([name, value]) => [name, String(value)]))]),
  );
}

/** What is kept and not folded, and a recount of all orders, appeals and postings that is written without the product's own. */
export function readBoth(db: Database): Promise<{ kept: Figures; counted: Figures }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: kept } = await sql<Record<(typeof NAMES)[number], bigint> & { row: string }>`
        select concat_ws(' ', span, to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), account_id, by, key) as row, part.*
        from (
          select * from rollup
          union all
          select hour, 'hour', by, account_id, key, ${sql.raw(NAMES.join(', '))}
          from rollup_of_events(null, lists_end_xid(), lists_end_id()) as change
          union all
          select date_trunc('day', hour, 'Europe/Moscow'), 'day', by, account_id, key, ${sql.raw(NAMES.join(', '))}
          from rollup_of_events(null, lists_end_xid(), lists_end_id()) as change
        ) as part`.execute(tx);
      const { rows: orders } = await sql<Order>`
        select o.id, trader_id as trader, merchant_id as merchant, o.requisite_id as requisite, payee.bank_id as bank,
          is_sbp as "isSbp", amount, rate, status, o.created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt",
          reversed_amount as reversed,
          (select coalesce(json_agg(json_build_object('status', status, 'paid', paid_amount::text)), '[]') from appeal
            where order_id = o.id) as appeals,
          (select coalesce(json_agg(json_build_object('posting', journal.kind, 'owner', account.owner_id, 'account', account.kind,
              'amount', entry.amount::text)), '[]')
            from ledger_journal journal
            join (
              select journal_id, account_id, amount from ledger_entry
              union all
              select journal_id, account_id, amount from ledger_platform_entry
            ) as entry on entry.journal_id = journal.id
            join ledger_account account on account.id = entry.account_id
            where journal.cause = o.id and journal.kind in ('order_close', 'order_reversal')) as moved
        from orders o join payee on payee.requisite_id = o.requisite_id and payee.version = o.payee_version`.execute(
        tx,
      );
      return {
        kept: sum(kept.map(({ row, ...figures }) => [row, figures])),
        counted: sum(orders.flatMap((order) => rowsOf(order))),
      };
    });
}
