import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { byIds } from '../../../db/platform-search.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import { selectOwned } from './withdrawals.ts';

/** Withdrawals of merchants and traders; `SENT` is `CLOSED` in the events that number them. */
export const withdrawalObjects: SummedObjects = {
  list: { list: 'withdrawals', select: selectOwned, id: 'w.id' },
  table: 'withdrawal',
  alias: 'w',
  owners: {
    merchant: { column: 'owner_id', number: 'owner_seq' },
    trader: { column: 'owner_id', number: 'owner_seq' },
  },
  status: sql`coalesce(w.outcome::text, 'OPEN')`,
  amount: { column: 'amount_usdt', scale: SCALE.usdt, isIndexed: true },
  numbered: (status) => (status === 'SENT' ? 'CLOSED' : status),
  isInStatus: (status) => (status === 'OPEN' ? sql`w.status = 'OPEN'` : sql`w.outcome = ${status}`),
  findBy: (text) => [
    byIds((isBefore) => sql`select id from withdrawal where transaction_hash = ${text.toLowerCase()} ${isBefore}`),
    byIds(
      (isBefore, most) => sql`
        select id from (
          select sent.id from wallet cross join lateral (
            select id from withdrawal where wallet_id = wallet.id order by id desc limit ${most}
          ) as sent where wallet.address = ${text}
        ) as sent where true ${isBefore}`,
    ),
  ],
};
