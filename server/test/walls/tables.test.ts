import { describe, expect, test } from 'vitest';
import { ACCESS, accessOf, TABLES } from './access.ts';
import { roomOf, SOURCES } from './sources.ts';

// A table has one owner: only the owner writes or locks it. TABLES.md names it, and who else reads the table.

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
      'select 1 from requisite join account trader on true for no key update of requisite skip locked',
      ['requisite'],
      ['account', 'requisite'],
    ],
    ['select 1 from requisite join account trader on true for update of trader', ['account'], ['account', 'requisite']],
    [
      'with o as (update orders o set held = 0 returning *) insert into outbox (kind) select 1 from o',
      ['orders', 'outbox'],
      [],
    ],
    ['insert into rate (value) values (1) on conflict do update set value = 2', ['rate'], []],
    ['delete from wallet using account where true', ['wallet'], ['account', 'wallet']],
  ])('%s', (statement, writes, reads) => {
    const access = accessOf(statement);
    expect([[...access.writes].toSorted(), [...access.reads].toSorted()]).toEqual([writes, reads]);
  });
});
