import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import type { Database } from '../db/pool.ts';
import { transaction } from '../db/tx.ts';
import type { Clock } from '../kernel/clock.ts';
import { foldRollups } from '../modules/analytics/index.ts';
import { foldLists } from '../outbox/fold.ts';
import { type FilePlace, openFileHome } from '../modules/files/index.ts';
import { fillDay } from './seed/demo-day.ts';
import { hashDemoPasswords } from './seed/people.ts';
import { isFilled, lockSeed, nextDay } from './seed/progress.ts';

interface SeedOptions extends FilePlace {
  db: Database;
  clock: Clock;
  say: (sentence: string) => void;
  /** The extended public key of the traders' deposit addresses. */
  depositKey?: string | undefined;
}

/**
 * Fills an empty database with a demo marketplace: three months of trade up to now, made by the same services that make it
 * in earnest. Each day is one transaction, which finds in the database how far the demo is: a start that dies half-way is
 * continued by the next one, and several processes that start at once fill it together.
 * @returns false, and changes nothing, when the database already has users of its own or the whole demo.
 */
export async function seedDemo({ db, clock, say, depositKey = TRON_XPUB, ...place }: SeedOptions): Promise<boolean> {
  if (await isFilled(db)) return false;
  say('Filling the empty database with a demo marketplace…');
  // Hashing is slow, and has no place inside a transaction.
  const people = { passwords: await hashDemoPasswords(), store: openFileHome(place), depositKey };
  for (let days = 0; ; days += 1) {
    const isWhole = await transaction(db, async (tx) => {
      await lockSeed(tx);
      const day = (await isFilled(tx)) ? undefined : await nextDay(tx, clock());
      if (day) await fillDay(tx, day, people);
      return day === undefined;
    });
    if (isWhole) return days > 0;
    // Nobody else counts yet, and what is not counted is not forgotten at the end.
    await foldLists(db);
    await foldRollups({ db });
  }
}
