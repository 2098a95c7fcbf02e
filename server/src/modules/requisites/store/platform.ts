import { sql } from 'kysely';
import type { SummedObjects } from '../../inspection/index.ts';
import { selectRows } from './requisites.ts';

const STATES: Readonly<Record<string, ReturnType<typeof sql>>> = {
  ON: sql`requisite.is_active and requisite.archived_at is null`,
  OFF: sql`not requisite.is_active and requisite.archived_at is null and requisite.paused_at is null`,
  PAUSED: sql`requisite.paused_at is not null and requisite.archived_at is null`,
  ARCHIVED: sql`requisite.archived_at is not null`,
};

const like = (part: string) => `%${part.replace('•', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The requisites of all traders at a moment. There are few enough that the newest are looked at. */
export const requisiteObjects = (at: Date): SummedObjects => ({
  list: { list: 'requisites', select: selectRows(at), id: 'requisite.id' },
  table: 'requisite',
  alias: 'requisite',
  owners: { trader: { column: 'trader_id' } },
  status: sql`
    case when requisite.archived_at is not null then 'ARCHIVED' when requisite.paused_at is not null then 'PAUSED'
      when requisite.is_active then 'ON' else 'OFF' end`,
  isInStatus: (status) => STATES[status] ?? sql`false`,
  isOfBank: (bankId) => sql`requisite.bank_id = ${bankId}`,
  fits: (text) => sql`
    concat_ws(E'\\n', requisite.name, requisite.fio, requisite.phone, requisite.bank_account, requisite.last_4_digits_card) ilike ${like(text)}`,
});
