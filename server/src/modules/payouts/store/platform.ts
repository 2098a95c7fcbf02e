import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { byIds } from '../../../db/platform-search.ts';
import type { PlatformObjects } from '../../inspection/index.ts';
import { columns } from './payout.ts';

/** The payouts of all accounts. */
export const payoutObjects: PlatformObjects = {
  list: { list: 'payouts', select: sql`select true as present, ${columns} from payout p`, id: 'p.id' },
  table: 'payout',
  alias: 'p',
  owners: { merchant: { column: 'merchant_id', number: 'merchant_seq' }, trader: { column: 'trader_id' } },
  amount: { column: 'amount', scale: SCALE.rub, isIndexed: true },
  numbered: (status) => status,
  isInStatus: (status) => sql`p.status = ${status}`,
  findBy: (text) => [
    byIds(
      (isBefore, most) => sql`
        select id from payout where external_id = ${text} ${isBefore} order by id desc limit ${most}`,
    ),
    ...(/^•?\d{4}$/.test(text) ? [byEnd('phone', text.slice(-4)), byEnd('bank_account', text.slice(-4))] : []),
  ],
};

/** By the last four digits of where the money goes. */
const byEnd = (column: 'phone' | 'bank_account', digits: string) =>
  byIds(
    (isBefore, most) => sql`
      select id from payout where right(${sql.ref(column)}, 4) = ${digits} and ${sql.ref(column)} <> '' ${isBefore} order by id desc limit ${most}`,
  );
