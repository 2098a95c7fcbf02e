import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { confirmPayout, freePayout, getPayout } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { singleStatement, transaction } from '../../src/db/tx.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createSweep, deleteDroppedFiles, diskStore, insertFile } from '../../src/modules/files/index.ts';
import { dropUnnamed } from '../../src/modules/files/store/sweep.ts';
import { png } from '../support/uploads.ts';
import { test as base } from './fixture.ts';

const PARTS = 256;

const test = base
  .extend('folder', ({ kantor }) => join(kantor.settings.dataDir, 'files'))
  .extend('complaints', (): string[] => [])
  /** Goes through all of it once. @returns how many rows and files that took away. */
  .extend('sweep', ({ kantor, folder, complaints }) => {
    const log = { error: (sentence: string) => void complaints.push(sentence) };
    const turn = createSweep({ ...kantor, store: diskStore(folder), log });
    return async () => {
      const swept = { rows: 0, files: 0 };
      for (let part = 0; part < PARTS; part += 1) {
        const { rows, files } = await turn();
        swept.rows += rows;
        swept.files += files;
      }
      return swept;
    };
  })
  /** Leaves a file behind, so many days old. @returns its id. */
  .extend('leave', ({ kantor, folder }) => async (days: number, suffix = '', id = newId(kantor.clock())) => {
    const part = join(folder, id.slice(-2));
    await mkdir(part, { recursive: true });
    await writeFile(join(part, id + suffix), 'left behind');
    const at = after(kantor.clock(), -days * DAY);
    await utimes(join(part, id + suffix), at, at);
    return id;
  })
  .extend(
    'names',
    ({ folder }) =>
      async () =>
        (await readdir(folder, { recursive: true })).map((name) => name.slice(3)),
  )
  /** A proof of a payout in work, and the moment it was kept moved back. @returns its id. */
  .extend('proof', ({ kantor, folder, atWork }) => async (days = 0) => {
    const { trader, params } = await atWork();
    const { uploadPayoutPhoto } = await import('@kantor/contract/wire/payouts.ts');
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    const { rows } = await sql<{ id: string }>`select photo_id as id from payout where id = ${params.id}`.execute(
      kantor.db,
    );
    const id = rows[0]?.id ?? '';
    const at = after(kantor.clock(), -days * DAY);
    await sql`update stored_file set created_at = ${at} where id = ${id}`.execute(kantor.ownerDb);
    await utimes(join(folder, id.slice(-2), id), at, at);
    return { id, trader, params };
  });

test('what nothing knows goes after a week, and no sooner', async ({ proof, leave, names, sweep }) => {
  const { id: known } = await proof(30);
  // The first round finds that the folder is this database's.
  await sweep();
  const [old, young, part, youngPart] = [
    await leave(8),
    await leave(6),
    await leave(8, '.part'),
    await leave(6, '.part'),
  ];
  // Of a file that is there, a part that never became it.
  await leave(8, '.part', known);
  expect(await sweep()).toEqual({ rows: 0, files: 3 });
  const left = await names();
  expect(left).toEqual(expect.arrayContaining([known, young, `${youngPart}.part`]));
  expect(left).not.toContain(old);
  expect(left).not.toContain(`${part}.part`);
  expect(left).not.toContain(`${known}.part`);
});

test('a proof is kept for ever: of a done payout, and of one that is contested', async ({
  kantor,
  proof,
  names,
  sweep,
}) => {
  const done = await proof(400);
  await done.trader.call(confirmPayout, { params: done.params });
  const contested = await proof(400);
  await contested.trader.call(confirmPayout, { params: contested.params });
  await sql`update payout set settlement = 'contested', contested_at = now(), contest_reason = 'не пришло'
    where id = ${contested.params.id}`.execute(kantor.db);
  await sweep();
  expect(await sweep()).toEqual({ rows: 0, files: 0 });
  expect(await names()).toEqual(expect.arrayContaining([done.id, contested.id]));
  const { photo } = await done.trader.call(getPayout, { params: done.params });
  expect((await kantor.app.inject(photo?.url ?? '')).statusCode).toBe(200);
});

test('a receipt is kept for ever: the appeal names it', async ({ kantor, folder, names, sweep }) => {
  const { merchant, params } = await kantor.activeOrder();
  const body = { amount: '1500' };
  const file = await png('чек.png');
  const { id: appealId } = await merchant.api.call(openMerchantAppeal, { params, body, file });
  const { rows } = await sql<{ id: string }>`
    update stored_file set created_at = ${after(kantor.clock(), -400 * DAY)}
    where id = (select file_id from appeal where id = ${appealId}) returning id`.execute(kantor.ownerDb);
  const id = rows[0]?.id ?? '';
  expect((await sweep()).rows).toBe(0);
  await deleteDroppedFiles({ db: kantor.db, store: diskStore(folder) });
  expect(await names()).toContain(id);
});

test('a row that neither a payout nor an appeal names goes, its bytes after it', async ({
  kantor,
  trader,
  leave,
  names,
  folder,
  sweep,
}) => {
  const keep = async (days: number) => {
    const file = { id: await leave(days), name: 'чек.png', mediaType: 'image/png', size: 11 } as const;
    await transaction(kantor.db, (tx) => insertFile(tx, file, trader.id, after(kantor.clock(), -days * DAY)));
    return file.id;
  };
  const [old, young] = [await keep(8), await keep(6)];
  expect((await sweep()).rows).toBe(1);
  await deleteDroppedFiles({ db: kantor.db, store: diskStore(folder) });
  expect(await names()).not.toContain(old);
  expect(await names()).toContain(young);
});

test('a payout that is given up leaves no proof to sweep', async ({ kantor, proof, folder, names, sweep }) => {
  const { id, trader, params } = await proof(30);
  await trader.call(freePayout, { params });
  await deleteDroppedFiles({ db: kantor.db, store: diskStore(folder) });
  expect(await names()).not.toContain(id);
  expect((await sweep()).rows).toBe(0);
});

test("another database's folder is not touched, and that is said once", async ({
  kantor,
  proof,
  leave,
  names,
  sweep,
  complaints,
}) => {
  await proof(30);
  await sweep();
  await sql`update file_folder set mark = gen_random_uuid()`.execute(kantor.ownerDb);
  const old = await leave(400);
  expect((await sweep()).files).toBe(0);
  expect(await names()).toContain(old);
  expect(complaints).toEqual([
    'The folder of uploaded files belongs to another database: files without a row are not swept.',
  ]);
});

test("a folder without a mark is nobody's as long as the database knows none of its files", async ({ kantor }) => {
  const done: string[] = [];
  const store = {
    readMark: () => Promise.resolve(undefined),
    writeMark: () => Promise.resolve(void done.push('marked')),
    list: () => Promise.resolve({ names: [newId(kantor.clock())], isMore: false }),
    modifiedAt: () => Promise.resolve(after(kantor.clock(), -400 * DAY)),
    remove: () => Promise.resolve(void done.push('removed')),
  };
  const turn = createSweep({ ...kantor, store, log: { error: (sentence) => void done.push(sentence) } });
  expect((await turn()).files).toBe(0);
  expect(done).toEqual([]);
});

test('a file that a payout names by now is not dropped', async ({ kantor, proof }) => {
  const { id } = await proof(30);
  expect(await singleStatement(kantor.db, (statement) => dropUnnamed(statement, [id], kantor.clock()))).toBe(0);
});
