import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { byIds } from '../../../db/platform-search.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import { selectOwned } from './deposits.ts';

/** The credited deposits of all traders. Their days are those of their crediting. */
export const depositObjects: SummedObjects = {
  list: { list: 'deposits', select: selectOwned, id: 'd.id' },
  table: 'chain_deposit',
  alias: 'd',
  owners: { trader: { column: 'trader_id', number: 'trader_seq' } },
  status: sql`'CREDITED'`,
  amount: { column: 'amount', scale: SCALE.usdt, isIndexed: true },
  findBy: (text) => [
    byIds((isBefore) => sql`select id from chain_deposit where tx_hash = ${text.toLowerCase()} ${isBefore}`),
    byIds(
      (isBefore, most) => sql`
        select id from (
          select d.id from account cross join lateral (
            select id from chain_deposit where trader_id = account.id order by trader_seq desc limit ${most}
          ) as d where account.wallet = ${text} and account.wallet <> ''
        ) as sent where true ${isBefore}`,
    ),
  ],
};
