import { chmodSync, cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_ROOT, query, start, useDataFolder } from './fixture.ts';

const { base, dataDir } = useDataFolder();

describe.runIf(IS_ROOT)('root, in a folder that only root may enter', () => {
  const note = (folder: string) => join(folder, 'database-location.json');
  const homeOf = (folder: string): string => JSON.parse(readFileSync(note(folder), 'utf8')).database;
  const homes = new Set<string>();

  beforeEach(() => chmodSync(base(), 0o700));
  afterEach(() => {
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  });

  test('keeps the data elsewhere, says where, and finds it again, also when moved', async () => {
    const first = await start();
    homes.add(homeOf(dataDir()));
    await query(first.url, 'create table kept as select 42 as n');
    await first.stop();
    const moved = join(base(), 'moved');
    renameSync(dataDir(), moved);
    const second = await start({ dataDir: moved });
    expect(await query(second.url, 'select n from kept')).toEqual([[42]]);
    await second.stop();
    chmodSync(base(), 0o755);
    const third = await start({ dataDir: moved });
    expect(await query(third.url, 'select n from kept')).toEqual([[42]]);
  });

  test('shares it with nobody: a copy and a folder made anew have their own', async () => {
    const first = await start();
    homes.add(homeOf(dataDir()));
    await query(first.url, 'create table kept as select 42 as n');
    const copy = join(base(), 'copy');
    cpSync(dataDir(), copy, { recursive: true });
    const second = await start({ dataDir: copy });
    homes.add(homeOf(copy));
    await expect(query(second.url, 'select n from kept')).rejects.toThrow('does not exist');
    expect(await query(first.url, 'select n from kept')).toEqual([[42]]);
    await first.stop();
    rmSync(dataDir(), { recursive: true });
    const third = await start();
    homes.add(homeOf(dataDir()));
    await expect(query(third.url, 'select n from kept')).rejects.toThrow('does not exist');
  });
});
