import { sql } from 'kysely';
import { operationsOf } from '../../turns/operations.ts';
import type { Job } from './process.ts';

/** Issues orders under the keys, all at once, and confirms at once those of them that wait. */
const run: Job = async (db, [now = '', merchantId = '', ...keys]) => {
  const { issue, confirm } = operationsOf({ db, clock: () => new Date(now) });
  await Promise.all(keys.map((key) => issue(merchantId, { key, externalId: key })));
  const { rows } = await sql<{ id: string; traderId: string }>`
    select id, trader_id as "traderId" from orders where external_id = any(${keys}::text[]) and status = 'ACTIVE'`.execute(
    db,
  );
  await Promise.all(rows.map(({ id, traderId }) => confirm(traderId, id)));
};
export default run;
