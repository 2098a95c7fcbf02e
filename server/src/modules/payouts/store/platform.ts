import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { byIds } from '../../../db/platform-search.ts';
import { after } from '../../../kernel/clock.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import { LATE_AFTER_MS } from '../rules.ts';
import { columns } from './payout.ts';

/** Whether a payout is to be done since before this. */
const isLate = (at: Date) => sql`p.status in ('OPEN', 'IN_WORK') and p.created_at <= ${after(at, -LATE_AFTER_MS)}`;

const IN_STATUS = {
  LATE: isLate,
  CONTESTED: () => sql`p.settlement = 'contested'`,
} as const;

/** Where payouts are that ask for a hand: indexes have these alone. */
const FEW = {
  LATE: sql`select id from payout where status = 'OPEN' union all select id from payout where status = 'IN_WORK'`,
  CONTESTED: sql`select id from payout where settlement = 'contested'`,
} as const;

const isFew = (status: string): status is keyof typeof FEW => status in FEW;

/** The payouts of all accounts at a moment. */
export const payoutObjects = (at: Date): SummedObjects => ({
  list: { list: 'payouts', select: sql`select true as present, ${columns} from payout p`, id: 'p.id' },
  table: 'payout',
  alias: 'p',
  owners: { merchant: { column: 'merchant_id', number: 'merchant_seq' }, trader: { column: 'trader_id' } },
  status: sql`p.status`,
  amount: { column: 'amount', scale: SCALE.rub, isIndexed: true },
  numbered: (status) => (isFew(status) ? undefined : status),
  isInStatus: (status) => (isFew(status) ? IN_STATUS[status](at) : sql`p.status = ${status}`),
  inStatus: (status) =>
    isFew(status) ? byIds((isBefore) => sql`select id from (${FEW[status]}) as few where true ${isBefore}`) : undefined,
  findBy: (text) => [
    byIds(
      (isBefore, most) => sql`
        select id from payout where external_id = ${text} ${isBefore} order by id desc limit ${most}`,
    ),
    ...(/^•?\d{4}$/.test(text) ? [byEnd('phone', text.slice(-4)), byEnd('bank_account', text.slice(-4))] : []),
  ],
});

/** By the last four digits of where the money goes. */
const byEnd = (column: 'phone' | 'bank_account', digits: string) =>
  byIds(
    (isBefore, most) => sql`
      select id from payout where right(${sql.ref(column)}, 4) = ${digits} and ${sql.ref(column)} <> '' ${isBefore} order by id desc limit ${most}`,
  );
