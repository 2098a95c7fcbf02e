import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));

const MIGRATIONS = globSync('migrations/*.sql', { cwd: SERVER }).map((file) => readFileSync(SERVER + file, 'utf8'));
const namesAfter = (words: RegExp) =>
  MIGRATIONS.flatMap((text) => [...text.matchAll(words)].map(([, name = '']) => name));
const RENAMED = new Map(
  MIGRATIONS.flatMap((text) =>
    [...text.matchAll(/^alter table (\w+) rename to (\w+)/gm)].map(([, name = '', now = '']) => [name, now] as const),
  ),
);
const DROPPED = new Set(namesAfter(/^drop (?:table|view) (\w+)/gm));

/** Every table and view that the migrations make and leave. */
export const TABLES = new Set(
  namesAfter(/^create (?:table|view) (\w+)/gm)
    .filter((name) => !DROPPED.has(name))
    .map((name) => RENAMED.get(name) ?? name),
);

interface Access {
  owner: string;
  readers: string[];
  /** What the serving role may do besides reading. */
  may: string;
}

/** The rows of TABLES.md. */
export const ACCESS = new Map<string, Access>(
  readFileSync(`${SERVER}TABLES.md`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, table, owner = '', readers = '', may = ''] =
        /^\| `(\w+)` +\| ([\w/-]+) +\| ([^|]*)\|(?: ([^|]*)\|)?/.exec(line) ?? [];
      return table === undefined ? [] : [[table, { owner, readers: readers.trim().split(/,? +/), may: may.trim() }]];
    }),
);

type Kind = 'insert' | 'update' | 'delete' | 'lock';

const WRITES: readonly [Kind, RegExp][] = [
  ['insert', /\binsert into (\w+)/g],
  ['update', /(?<!for |key |do )\bupdate (\w+)/g],
  ['delete', /\bdelete from (\w+)/g],
];
const UPSERT = /\binsert into (\w+)(?:(?!\binsert into\b).)*?\bon conflict\b[^;]*?\bdo update\b/g;

/** A statement's access to tables: `kinds` has each way in which it writes or locks one, as `orders update`. */
export function accessOf(statement: string) {
  const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const known = (names: Iterable<string | undefined>) =>
    new Set([...names].filter((name): name is string => name !== undefined && TABLES.has(name)));
  const named = [...text.matchAll(/\b(?:from|join|using)(?: only)? (\w+)\b(?!\()(?=(?: (?:as )?(\w+))?)/g)];
  const reads = known(named.map(([, table]) => table));
  const kinds = new Set<string>();
  const found = (kind: Kind, names: Iterable<string | undefined>) => {
    for (const table of known(names)) kinds.add(`${table} ${kind}`);
  };
  for (const [kind, pattern] of WRITES) {
    found(
      kind,
      [...text.matchAll(pattern)].map(([, table]) => table),
    );
  }
  found(
    'update',
    [...text.matchAll(UPSERT)].map(([, table]) => table),
  );
  for (const [, of] of text.matchAll(/\bfor (?:no key update|update|share|key share)(?: of (\w+))?/g)) {
    const locked = of === undefined ? named : named.filter(([, table, alias]) => of === table || of === alias);
    found(
      'lock',
      locked.map(([, name]) => name),
    );
  }
  const writes = new Set([...kinds].map((line) => line.split(' ')[0] ?? ''));
  return { reads, writes, kinds };
}
