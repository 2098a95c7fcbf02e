import { SCALE } from '@kantor/contract/plain/money.ts';
import { sql } from 'kysely';
import type { PlatformObjects } from '../../inspection/index.ts';
import { outcomeNow, selectOwned } from './notifications.ts';

const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The notifications of all traders. No index is worth its price to every message: the newest are looked at, of some days if asked. */
export const notificationObjects: PlatformObjects = {
  list: { list: 'notifications', select: selectOwned, id: 'd.id' },
  table: 'notification',
  alias: 'd',
  owners: { trader: { column: 'trader_id', number: 'trader_seq' } },
  amount: { column: 'amount', scale: SCALE.rub },
  isInStatus: (status) => sql`${outcomeNow} = ${status}`,
  isOfBank: (bankId) => sql`d.bank = (select name from bank where id = ${bankId})`,
  fits: (text) => sql`(d.tail = ${text.replace('•', '')} or d.sender ilike ${like(text)})`,
};
