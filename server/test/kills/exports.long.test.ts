import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createExport, getExport } from '@kantor/contract/wire/exports.ts';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { sweepExports } from '../../src/modules/exports/index.ts';
import { createRunner, follow, longList } from '../exports/fixture.ts';
import { freshKantorTest as test } from '../support/fixtures.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

/** A process is started for each step. */
const LONG = 240_000;

test(
  'a worker killed at any step leaves no part of a file: another makes it whole, each row once, and nothing stays behind',
  { timeout: LONG },
  async ({ kantor }) => {
    const trader = await longList(kantor);
    const folder = join(kantor.settings.dataDir, 'exports');
    const runner = createRunner(kantor);
    let id = '';
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'exports',
      get args() {
        return [kantor.clock().toISOString(), folder];
      },
    };
    const prepare = async () => {
      ({ id } = await trader.call(createExport, { body: { list: 'pings' } }));
    };
    let [begun, halves] = [0, 0];
    const steps = await killAtEachStep(job, prepare, async () => {
      const params = { id };
      const left = await trader.call(getExport, { params });
      if (left.state === 'running') begun += 1;
      // Dead in the middle of the file: what there is of it is nobody's.
      const parts = await readdir(folder).catch(() => []);
      if (parts.some((name) => name.startsWith(id) && name.endsWith('.part'))) {
        halves += 1;
        expect(parts).not.toContain(id);
        const early = await trader.call(getExport, { params });
        expect([early.state, early.url]).toEqual(['running', null]);
      }
      // The lease of the dead worker ends.
      kantor.pass(MINUTE);
      await runner.turn();
      const done = await trader.call(getExport, { params });
      expect(done).toMatchObject({ state: 'done', rows_done: 5001, is_restarted: left.state === 'running' });
      const rows = (await follow(kantor, done.url)).text.split('\r\n').slice(1, -2);
      expect(new Set(rows.map((line) => line.slice(0, 36))).size).toBe(5001);
      await sweepExports({ ...kantor, disk: runner.disk });
      expect(await readdir(folder)).toContain(id);
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    });
    expect(steps).toBeGreaterThan(8);
    expect(begun).toBeGreaterThan(5);
    expect(halves).toBeGreaterThan(5);
  },
);
