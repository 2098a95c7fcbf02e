import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import { after, DAY } from '../../../kernel/clock.ts';
import type { SummedObjects } from '../../inspection/index.ts';
import { isToSort } from './to-sort.ts';
import { outcomeNow, selectOwned } from './notifications.ts';

const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The notifications of all traders. No index is worth its price to every message: the newest are looked at, of some days if asked.
 * @param unreadApplications whose messages are read no more; of them, those of the last 24 hours are a status of their own.
 */
export const notificationObjects = (unreadApplications: readonly string[], at: Date): SummedObjects => ({
  list: { list: 'notifications', select: selectOwned, id: 'd.id' },
  table: 'notification',
  alias: 'd',
  owners: { trader: { column: 'trader_id', number: 'trader_seq' } },
  status: outcomeNow,
  amount: { column: 'amount', scale: SCALE.rub },
  isInStatus: (status) =>
    status === 'unread_application'
      ? sql`(d.application = any(${unreadApplications}::text[]) and d.created_at > ${after(at, -DAY)})`
      : status === 'to_sort'
        ? sql`exists (select from notification where notification.id = d.id and ${isToSort(at)} offset 0)`
        : sql`${outcomeNow} = ${status}`,
  isOfBank: (bankId) => sql`d.bank = (select name from bank where id = ${bankId})`,
  fits: (text) => sql`(d.tail = ${text.replace('•', '')} or d.sender ilike ${like(text)} or d.application = ${text})`,
});
