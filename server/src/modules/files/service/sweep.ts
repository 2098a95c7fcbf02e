import type { Database } from '../../../db/pool.ts';
import { singleStatement } from '../../../db/tx.ts';
import { after, type Clock, DAY } from '../../../kernel/clock.ts';
import { PART_SUFFIX, type Sweepable } from '../store/disk.ts';
import { dropUnnamed, readKnown, readMark, readStoredFiles } from '../store/sweep.ts';

/** No upload takes as long, and whoever has restored a database without its newest rows has noticed by then. */
const SAFE_AGE_MS = 7 * DAY;
/** Rows, and names of files, that one turn looks at. */
const BATCH_SIZE = 500;
const PARTS = 256;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const FILE_NAME = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.part)?$/;

interface Deps {
  db: Database;
  clock: Clock;
  store: Sweepable;
  log: { error(message: string): void };
}

/** What one turn has taken away. */
interface Swept {
  rows: number;
  files: number;
}

/**
 * Makes the job that finds what was left behind: rows that no payout and no appeal names, bytes without a row, files that never
 * became whole. Each turn goes on where the last one ended. A proof that something names is never touched.
 */
export function createSweep({ db, clock, store, log }: Deps) {
  let lastId = NO_ID;
  let part = 0;
  let lastName = '';
  let hasComplained = false;

  async function sweepRows(before: Date): Promise<number> {
    const files = await readStoredFiles(db, { after: lastId, before, limit: BATCH_SIZE });
    lastId = files.length < BATCH_SIZE ? NO_ID : (files.at(-1)?.id ?? NO_ID);
    const unnamed = files.filter(({ isNamed }) => !isNamed).map(({ id }) => id);
    if (unnamed.length === 0) return 0;
    return singleStatement(db, (statement) => dropUnnamed(statement, unnamed, clock()));
  }

  /** Whether the folder is this database's: only then a file without a row is nobody's. */
  async function isOurs(knowsFiles: boolean): Promise<boolean> {
    const [mark, marked] = await Promise.all([readMark(db), store.readMark()]);
    if (marked === undefined && knowsFiles) await store.writeMark(mark);
    const isOther = marked !== undefined && marked !== mark;
    if (isOther && !hasComplained)
      log.error('The folder of uploaded files belongs to another database: files without a row are not swept.');
    hasComplained = isOther;
    return marked === mark;
  }

  async function sweepFiles(before: Date): Promise<number> {
    const { names, isMore } = await store.list(part, lastName, BATCH_SIZE);
    lastName = isMore ? (names.at(-1) ?? '') : '';
    if (!isMore) part = (part + 1) % PARTS;
    const files = names.flatMap((name) => {
      const [, id] = FILE_NAME.exec(name) ?? [];
      return id === undefined ? [] : [{ name, id }];
    });
    if (files.length === 0) return 0;
    const known = await readKnown(
      db,
      files.map(({ id }) => id),
    );
    if (!(await isOurs(known.size > 0))) return 0;
    const nobodys = files.filter(({ name, id }) => name.endsWith(PART_SUFFIX) || !known.has(id));
    let swept = 0;
    for (const { name } of nobodys) {
      const modifiedAt = await store.modifiedAt(name);
      if (modifiedAt === undefined || modifiedAt > before) continue;
      await store.remove(name);
      swept += 1;
    }
    return swept;
  }

  return async (): Promise<Swept> => {
    const before = after(clock(), -SAFE_AGE_MS);
    return { rows: await sweepRows(before), files: await sweepFiles(before) };
  };
}
