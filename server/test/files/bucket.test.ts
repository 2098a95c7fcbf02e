import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { confirmPayout, getPayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect } from 'vitest';
import {
  createSweep,
  checkFiles,
  deleteDroppedFiles,
  homesOf,
  moveFiles,
  openBucket,
  openFileHome,
} from '../../src/modules/files/index.ts';
import { openExportHome } from '../../src/modules/exports/index.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { longList, createRunner, follow } from '../exports/fixture.ts';
import { createExport, getExport } from '@kantor/contract/wire/exports.ts';
import { LISTS } from '../../src/app/lists.ts';
import { startObjectStore } from '../support/object-store.ts';
import { png } from '../support/uploads.ts';
import { test as base } from './fixture.ts';

const PARTS = 256;

const objects = await startObjectStore();
afterAll(() => objects.stop());

const test = base
  .extend('homes', ({ kantor }) => {
    const { folder, bucket } = homesOf(kantor.settings);
    if (bucket === undefined) throw new Error('There is a bucket');
    return { folder, bucket };
  })
  /** A payout's proof, and its file's id. */
  .extend('proof', ({ kantor, atWork }) => async () => {
    const { trader, params } = await atWork();
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    const { rows } = await sql<{ id: string }>`select photo_id as id from payout where id = ${params.id}`.execute(
      kantor.db,
    );
    const show = async () => (await trader.call(getPayout, { params })).photo?.url ?? '';
    return { id: rows[0]?.id ?? '', trader, params, show };
  })
  .extend('sweep', ({ kantor }) => async () => {
    const turn = createSweep({ ...kantor, store: openFileHome(kantor.settings), log: { error: () => undefined } });
    let files = 0;
    for (let part = 0; part < PARTS; part += 1) files += (await turn()).files;
    return files;
  })
  // Of an own extension alone.
  .override('options', { scope: 'file' }, { bucket: objects.place });

describe('with a bucket', () => {
  test('a proof lies there and nowhere else, is served by its link, and goes when it is replaced', async ({
    kantor,
    homes,
    proof,
    open,
  }) => {
    const { id, trader, params, show } = await proof();
    const names = await openBucket(objects.place).list('files/', '', 1000);
    expect(names.names).toContain(`${id.slice(-2)}/${id}`);
    expect(await readdir(join(kantor.settings.dataDir, 'files')).catch(() => [])).toEqual([]);
    expect(await open(await show())).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } });
    await trader.call(uploadPayoutPhoto, { params, file: await png('другой.png', 'blue') });
    await deleteDroppedFiles({ ...kantor, store: openFileHome(kantor.settings) });
    expect(await homes.bucket.get(id)).toBeUndefined();
    expect(await open(await show())).toMatchObject({ statusCode: 200 });
  });

  test('what nothing knows goes after a week, what is named stays, and another database’s is not touched', async ({
    kantor,
    homes,
    proof,
    sweep,
  }) => {
    const { id, trader, params } = await proof();
    await trader.call(confirmPayout, { params });
    const stray = newId(kantor.clock());
    await homes.bucket.put(stray, Buffer.from('left behind'));
    expect(await sweep()).toBe(0);
    kantor.pass(8 * DAY + (Date.now() - kantor.clock().getTime()));
    await homes.bucket.writeMark('of another');
    expect(await sweep()).toBe(0);
    const { rows } = await sql<{ mark: string }>`select mark from file_folder`.execute(kantor.db);
    await homes.bucket.writeMark(rows[0]?.mark ?? '');
    expect(await sweep()).toBe(1);
    expect([await homes.bucket.get(stray), (await homes.bucket.get(id)) !== undefined]).toEqual([undefined, true]);
  });

  test('both homes tell what they have alike, page by page', async ({ kantor, homes }) => {
    // Files lie by the last byte of their ids; of some byte there is none.
    const countOf = async (byte: number) => {
      const lists = await Promise.all([homes.folder, homes.bucket].map((home) => home.list(byte, '', 1)));
      return lists.flatMap(({ names }) => names).length;
    };
    let byte = 0;
    while ((await countOf(byte)) > 0) byte += 1;
    const ending = byte.toString(16).padStart(2, '0');
    const ids = Array.from({ length: 5 }, () => `${newId(kantor.clock()).slice(0, -2)}${ending}`).toSorted();
    for (const home of [homes.folder, homes.bucket]) {
      for (const id of ids) await home.put(id, Buffer.from(id));
      const pages = [];
      for (let isMore = true, after = ''; isMore && pages.length < 4; after = pages.at(-1)?.at(-1) ?? '') {
        const page = await home.list(byte, after, 2);
        pages.push(page.names);
        ({ isMore } = page);
      }
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
      for (const id of ids) await home.remove(id);
      expect(await home.list(byte, '', 2)).toEqual({ names: [], isMore: false });
    }
  });

  test('verify compares objects with their rows: what is gone and what is another is named', async ({
    kantor,
    homes,
    proof,
  }) => {
    const [gone, other, shorter] = [await proof(), await proof(), await proof()];
    const bytes = await homes.bucket.get(other.id);
    await homes.bucket.delete(gone.id);
    await homes.bucket.put(other.id, Buffer.alloc(bytes?.length ?? 0));
    await homes.bucket.put(shorter.id, Buffer.from('x'));
    const { faults } = await checkFiles({ db: kantor.db, store: openFileHome(kantor.settings) });
    const of = (id: string) => faults.find((fault) => fault.id === id)?.problem;
    expect([of(gone.id), of(other.id), of(shorter.id)]).toEqual([
      'its bytes are not there',
      'its bytes are others',
      expect.stringMatching(/^it has 1 bytes of \d+$/),
    ]);
    for (const { id } of [gone, other, shorter]) await homes.bucket.put(id, bytes ?? Buffer.alloc(0));
  });

  test('that does not answer, an upload is refused with a sentence and leaves nothing; then all goes on', async ({
    kantor,
    atWork,
    open,
    proof,
  }) => {
    const { show } = await proof();
    const { trader, params } = await atWork();
    const url = await show();
    const count = async () =>
      (await sql<{ n: bigint }>`select count(*) as n from stored_file`.execute(kantor.db)).rows[0]?.n;
    const before = await count();
    await objects.goDown();
    const refused = await trader.refusal(uploadPayoutPhoto, { params, file: await png('чек.png') });
    expect(refused).toMatchObject({
      status: 503,
      problem: { code: 'busy', detail: 'Хранилище файлов не отвечает. Повторите через минуту' },
    });
    expect((await open(url)).statusCode).toBe(503);
    expect(await count()).toBe(before);
    await objects.comeBack();
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    expect((await open(url)).statusCode).toBe(200);
  });

  test('a key that the store does not know is told in a sentence of its own', async ({ kantor }) => {
    const { place } = objects;
    const stranger = openFileHome({ ...kantor.settings, bucket: { ...place, accessKeyId: 'nobody' } });
    const error: unknown = await stranger
      .put(newId(kantor.clock()), Buffer.from('x'))
      .catch((thrown: unknown) => thrown);
    expect(String((error as Error).cause)).toContain('InvalidAccessKeyId');
  });

  test('a list as a file is there for every machine, and goes when its time is over', async ({ kantor }) => {
    const trader = await longList(kantor);
    const asked = await trader.call(createExport, { body: { list: 'pings' } });
    await createRunner(kantor, LISTS, openExportHome(kantor.settings)).turn();
    const { state, url } = await trader.call(getExport, { params: { id: asked.id } });
    expect(state).toBe('done');
    expect(await readdir(join(kantor.settings.dataDir, 'exports'))).toEqual([]);
    expect((await follow(kantor, url)).text.trimEnd().split('\r\n')).toHaveLength(5003);
    const disk = openExportHome(kantor.settings);
    expect(await disk.list()).toEqual([{ id: asked.id, lease: undefined }]);
    await disk.remove({ id: asked.id, lease: undefined });
    expect((await openBucket(objects.place).list('list-files/', '', 10)).names).toEqual([]);
  });
});

describe('files that were in the folder', () => {
  test('are found there until they are moved, which can be ended and begun anew, and go from both', async ({
    kantor,
    homes: { folder, bucket },
    proof,
    open,
  }) => {
    const proofs = [];
    for (let n = 0; n < 4; n += 1) proofs.push(await proof());
    for (const { id } of proofs) {
      await folder.put(id, (await bucket.get(id)) ?? Buffer.alloc(0));
      await bucket.delete(id);
    }
    for (const { show } of proofs) expect((await open(await show())).statusCode).toBe(200);
    const move = (options: { deletesOld?: boolean; after?: number } = {}) => {
      const ending = new AbortController();
      let copied = 0;
      const to = {
        ...bucket,
        async put(id: string, bytes: Buffer) {
          await bucket.put(id, bytes);
          copied += 1;
          if (copied === options.after) ending.abort();
        },
      };
      return moveFiles({
        ...{ db: kantor.db, from: folder, to, deletesOld: options.deletesOld ?? false, signal: ending.signal },
        progress: () => undefined,
      });
    };
    expect(await move({ after: 2 })).toMatchObject({ copied: 2, isWhole: false });
    const [first] = proofs;
    const there = await Promise.all(proofs.map(({ id }) => bucket.sizeOf(id)));
    expect(there.filter((size) => size !== undefined)).toHaveLength(2);
    expect(await move()).toMatchObject({ copied: 2, deleted: 0, lost: [], isWhole: true });
    // An object that is not what was stored keeps the folder's from being deleted.
    const spoilt = proofs[1]?.id ?? '';
    await bucket.put(spoilt, Buffer.alloc((await folder.sizeOf(spoilt)) ?? 0));
    expect(await move({ deletesOld: true })).toMatchObject({ copied: 0, deleted: 3, isWhole: true });
    expect([await folder.sizeOf(spoilt), await folder.sizeOf(first?.id ?? '')]).toEqual([
      expect.any(Number),
      undefined,
    ]);
    await bucket.delete(spoilt);
    expect(await move({ deletesOld: true })).toMatchObject({ copied: 1, deleted: 1, isWhole: true });
    for (const { show } of proofs) expect((await open(await show())).statusCode).toBe(200);
    // What neither has is named.
    await bucket.delete(spoilt);
    expect((await move()).lost).toContain(spoilt);
  });
});
