import { join } from 'node:path';
import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import type { Database } from '../db/pool.ts';
import { transaction } from '../db/tx.ts';
import { systemClock } from '../kernel/clock.ts';
import { diskStore } from '../modules/files/index.ts';
import { hashDemoPasswords } from './seed/people.ts';
import { isFilled, lockSeed, nextChapter } from './seed/progress.ts';
import { playChapter } from './seed/story.ts';

interface SeedOptions {
  db: Database;
  log: Pick<Console, 'info'>;
  /** Where uploaded files go. */
  dataDir: string;
  /** What traders' deposit addresses are derived from. */
  depositKey?: string | undefined;
}

/**
 * Fills an empty database with a demo marketplace: three months of trade up to now, made by the same services that make it
 * in earnest. Each day of the story is one transaction, which finds in the database how far the story is: a start that dies
 * half-way is continued by the next one, and several processes that start at once play it together.
 * @returns false, and changes nothing, when the database already has users of its own or the whole story.
 */
export async function seedDemo({ db, log, dataDir, depositKey = TRON_XPUB }: SeedOptions): Promise<boolean> {
  if (await isFilled(db)) return false;
  log.info('Filling the empty database with a demo marketplace…');
  // Hashing is slow, and has no place inside a transaction.
  const people = { passwords: await hashDemoPasswords(), store: diskStore(join(dataDir, 'files')), depositKey };
  for (let played = 0; ; played += 1) {
    const isOver = await transaction(db, async (tx) => {
      await lockSeed(tx);
      const chapter = (await isFilled(tx)) ? undefined : await nextChapter(tx, systemClock());
      if (chapter) await playChapter(tx, chapter, people);
      return chapter === undefined;
    });
    if (isOver) return played > 0;
  }
}
