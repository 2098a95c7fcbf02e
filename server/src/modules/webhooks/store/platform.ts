import { sql } from 'kysely';
import { byIds } from '../../../db/platform-search.ts';
import { WHOLE_ID } from '../../../kernel/search-terms.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import { selectOwned } from './deliveries.ts';

/** The deliveries of all merchants. */
export const webhookObjects: SummedObjects = {
  list: { list: 'webhooks', select: selectOwned, id: 'w.id', hasHoles: true },
  table: 'webhook',
  alias: 'w',
  owners: { merchant: { column: 'merchant_id', number: 'merchant_seq' } },
  status: sql`w.status::text`,
  isInStatus: (status) => sql`w.status = ${status}`,
  // An index has the dead alone.
  inStatus: (status) =>
    status === 'DEAD'
      ? byIds(
          (isBefore, most) => sql`
            select id from webhook where status = 'DEAD' ${isBefore} order by id desc limit ${most}`,
        )
      : undefined,
  findBy: (text) =>
    WHOLE_ID.test(text)
      ? [
          byIds(
            (isBefore, most) => sql`
              select id from webhook where object_id = ${text}::uuid ${isBefore} order by id desc limit ${most}`,
          ),
        ]
      : [],
};
