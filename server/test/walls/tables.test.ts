import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { roomOf, SOURCES } from './sources.ts';

// A table has one owner: only the owner writes or locks it. TABLES.md names it, and who else reads the table.

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const TABLES = new Set(
  globSync('migrations/*.sql', { cwd: SERVER }).flatMap((file) =>
    [...readFileSync(SERVER + file, 'utf8').matchAll(/create (?:table|view) (\w+)/g)].map(([, name = '']) => name),
  ),
);

interface Access {
  owner: string;
  readers: string[];
}

/** The rows of TABLES.md. */
const ACCESS = new Map<string, Access>(
  readFileSync(`${SERVER}TABLES.md`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, table, owner = '', readers = ''] = /^\| `(\w+)` +\| ([\w/-]+) +\| ([^|]*)\|/.exec(line) ?? [];
      return table === undefined ? [] : [[table, { owner, readers: readers.trim().split(/,? +/) }]];
    }),
);

/** A statement's access to tables. */
export function accessOf(statement: string): { writes: Set<string>; reads: Set<string> } {
  const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const known = (names: Iterable<string | undefined>) =>
    new Set([...names].filter((name): name is string => name !== undefined && TABLES.has(name)));
  const named = [...text.matchAll(/\b(?:from|join|using)(?: only)? (\w+)\b(?!\()(?=(?: (?:as )?(\w+))?)/g)];
  const reads = known(named.map(([, table]) => table));
  const writes = known(
    [...text.matchAll(/\b(?:insert into|(?<!for |key )update|delete from) (\w+)/g)].map(([, table]) => table),
  );
  for (const [, of] of text.matchAll(/\bfor (?:no key update|update|share|key share)(?: of (\w+))?/g)) {
    const locked = of === undefined ? named : named.filter(([, table, alias]) => of === table || of === alias);
    for (const table of known(locked.map(([, name]) => name))) writes.add(table);
  }
  return { writes, reads };
}

const used = SOURCES.flatMap(({ path, statements }) =>
  statements.map((statement) => ({ path, room: roomOf(path).replace('modules/', ''), ...accessOf(statement) })),
);

describe('TABLES.md', () => {
  test('names every table, and no other', () => {
    expect([...ACCESS.keys()].toSorted()).toEqual([...TABLES].toSorted());
  });

  test('lets only the owner write and lock a table', () => {
    const strangers = used.flatMap(({ path, room, writes }) =>
      [...writes].filter((table) => ACCESS.get(table)?.owner !== room).map((table) => `${path} writes ${table}`),
    );
    expect(strangers).toEqual([]);
  });

  test('names everybody who reads a table', () => {
    const strangers = used.flatMap(({ path, room, reads }) =>
      [...reads]
        .filter((table) => ACCESS.get(table)?.owner !== room && !ACCESS.get(table)?.readers.includes(room))
        .map((table) => `${path} reads ${table}`),
    );
    // The auditor looks at everything.
    expect(strangers.filter((line) => !line.startsWith('modules/verification/'))).toEqual([]);
  });

  test('names nobody who does not read it', () => {
    const idle = [...ACCESS].flatMap(([table, { readers }]) =>
      readers
        .filter((room) => room !== '–' && !used.some((use) => use.room === room && use.reads.has(table)))
        .map((room) => `${room} does not read ${table}`),
    );
    expect(idle).toEqual([]);
  });
});

describe('the reader of statements', () => {
  test.each([
    ['select 1 from orders o where o.id = ? for no key update', ['orders'], ['orders']],
    [
      'select 1 from requisite join users trader on true for no key update of requisite skip locked',
      ['requisite'],
      ['requisite', 'users'],
    ],
    ['select 1 from requisite join users trader on true for update of trader', ['users'], ['requisite', 'users']],
    [
      'with o as (update orders o set held = 0 returning *) insert into outbox (kind) select 1 from o',
      ['orders', 'outbox'],
      [],
    ],
    ['insert into rate (value) values (1) on conflict do update set value = 2', ['rate'], []],
    ['delete from wallet using users where true', ['wallet'], ['users', 'wallet']],
  ])('%s', (statement, writes, reads) => {
    const access = accessOf(statement);
    expect([[...access.writes].toSorted(), [...access.reads].toSorted()]).toEqual([writes, reads]);
  });
});
