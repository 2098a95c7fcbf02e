import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY, dayStart, moscowDay } from '../../../kernel/clock.ts';
import type { AccountKind } from '../rules.ts';
import type { AccountEntry } from '../store.ts';

/** An entry with the day of Moscow's calendar that it belongs to. */
export interface EntryOfDay extends AccountEntry {
  /** `amount`: what all entries of that day come to, micro-USDT. */
  day: { day: string; amount: bigint };
}

interface Day {
  day: string;
  amount: bigint;
  /** The number of the first entry after it. */
  next: bigint;
}

/**
 * What some days came to on an account, up to its entry numbered `last`. A day is a range of numbers, from its first entry to the one
 * before the first of the next, and its sum the difference of two balances: it costs the same however many entries a day has.
 */
async function readDays(
  db: Reader,
  owner: { id: string; kind: AccountKind },
  days: readonly string[],
  last: bigint,
): Promise<Map<string, Day>> {
  const starts = days.map((day) => dayStart(day));
  const { rows } = await sql<Day>`
    select day, range.next, (
        coalesce((select balance_after from ledger_entry where account_id = account.id and account_version = range.next - 1), 0)
        - coalesce((select balance_after from ledger_entry where account_id = account.id and account_version = range.first - 1), 0)
      )::bigint as amount
    from ledger_account account
    cross join unnest(${days}::text[], ${starts}::timestamptz[], ${starts.map((start) => after(start, DAY))}::timestamptz[])
      as asked (day, since, until)
    cross join lateral (
      select ledger_number_at(account.id, asked.since) as first,
        least(ledger_number_at(account.id, asked.until), ${last}::bigint + 1) as next
    ) as range
    where account.owner_id = ${owner.id} and account.kind = ${owner.kind}`.execute(db);
  return new Map(rows.map((row) => [row.day, row]));
}

const nextDay = (day: string) => moscowDay(after(dayStart(day), DAY));

/** The entries of a page, each with its day. One that waited over midnight for its number belongs to the day of its neighbours. */
export async function withDays(
  db: Reader,
  owner: { id: string; kind: AccountKind },
  { count, results }: Page<AccountEntry>,
): Promise<Page<EntryOfDay>> {
  const written = [...new Set(results.map(({ at }) => moscowDay(at)))];
  const last = BigInt(count);
  const days = await readDays(db, owner, written, last);
  const isLate = ({ number, at }: AccountEntry) => number >= (days.get(moscowDay(at))?.next ?? number + 1n);
  const following = [...new Set(results.filter(isLate).map(({ at }) => nextDay(moscowDay(at))))];
  const late = following.length > 0 ? await readDays(db, owner, following, last) : new Map<string, Day>();
  return {
    count,
    results: results.map((entry) => {
      const day = moscowDay(entry.at);
      const own = isLate(entry) ? late.get(nextDay(day)) : days.get(day);
      if (own === undefined) throw new Error('An entry of an account has no day');
      return { ...entry, day: { day: own.day, amount: own.amount } };
    }),
  };
}
