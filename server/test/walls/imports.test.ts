import { describe, expect, test } from 'vitest';
import { roomOf, SOURCES, type Source } from './sources.ts';

// No import runs up and none runs in a circle, types included; modules meet in their index.ts; SQL stands in stores.

/** The rings of the house, from the inside out, and what each may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  db: ['kernel'],
  outbox: ['kernel', 'db'],
  http: ['kernel', 'db'],
  modules: ['kernel', 'db', 'outbox', 'http', 'modules'],
  app: ['kernel', 'db', 'outbox', 'http', 'modules', 'app'],
};
const ringOf = (path: string): string => path.split('/')[0] ?? '';
const isModule = ({ path }: Source) => ringOf(path) === 'modules';
/** The file's place in its module: `service.ts`, `store/issuing.ts`. */
const roleOf = ({ path }: Source): string => path.split('/').slice(2).join('/');
const isStore = (source: Source) => /^store(?:\.ts$|\/)/.test(roleOf(source));

const wrong = (
  isWrong: (source: Source, imported: string) => boolean,
  sources = SOURCES,
  kind: 'imports' | 'valueImports' = 'imports',
): string[] =>
  sources.flatMap((source) =>
    source[kind].filter((imported) => isWrong(source, imported)).map((imported) => `${source.path} → ${imported}`),
  );

/** The circles of a graph, each as the way round it. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, way: string[]): void => {
    if (way.includes(node)) found.push([...way.slice(way.indexOf(node)), node].join(' → '));
    if (way.includes(node) || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

describe('imports', () => {
  test('run inwards', () => {
    expect(
      wrong(({ path }, imported) => {
        const [from, to] = [ringOf(path), ringOf(imported)];
        return from !== to && !MAY_IMPORT[from]?.includes(to);
      }),
    ).toEqual([]);
  });

  test('of another module take its index.ts', () => {
    const modules = SOURCES.filter(isModule);
    const other = (path: string, imported: string) =>
      ringOf(imported) === 'modules' && roomOf(path) !== roomOf(imported);
    expect(
      wrong(({ path }, imported) => other(path, imported) && !/^modules\/[\w-]+\/index\.ts$/.test(imported), modules),
    ).toEqual([]);
  });

  test('run in no circle, neither of files nor of modules', () => {
    expect(circles(new Map(SOURCES.map(({ path, imports }) => [path, imports])))).toEqual([]);
    const modules = Map.groupBy(SOURCES.filter(isModule), ({ path }) => roomOf(path));
    const graph = [...modules].map(([room, files]) => {
      const rooms = new Set(
        files.flatMap(({ imports }) => imports.filter((path) => ringOf(path) === 'modules').map(roomOf)),
      );
      return [room, [...rooms].filter((other) => other !== room)] as const;
    });
    expect(circles(new Map(graph))).toEqual([]);
  });

  test('of the auditor are the app’s alone', () => {
    const isAuditor = (path: string) => path.startsWith('modules/verification/');
    expect(wrong(({ path }, imported) => isAuditor(imported) && !isAuditor(path) && ringOf(path) !== 'app')).toEqual(
      [],
    );
  });
});

describe('in a module', () => {
  test('SQL stands in the store alone', () => {
    const talkers = SOURCES.filter((source) => isModule(source) && !isStore(source)).filter(
      ({ packages, statements }) => statements.length > 0 || packages.includes('kysely') || packages.includes('pg'),
    );
    expect(talkers.map(({ path }) => path)).toEqual([]);
  });

  test('a store knows no use case, no wire and no HTTP', () => {
    expect(
      wrong(
        (_, imported) => /^http\/|\/(?:service|wire|routes|jobs)\.ts$|^modules\/[\w-]+\/service\//.test(imported),
        SOURCES.filter(isStore),
      ),
    ).toEqual([]);
  });

  test('rules are pure', () => {
    const rules = SOURCES.filter((source) => /^rules(?:\.ts$|\/)/.test(roleOf(source)));
    const foreign = rules.flatMap(({ path, packages }) => packages.map((name) => `${path} → ${name}`));
    expect(foreign.filter((line) => !line.includes(' → @kantor/contract/'))).toEqual([]);
    expect(
      wrong(
        (_, imported) => /^(?:db|http|outbox|app)\/|\/(?:store|service|routes|wire)\b/.test(imported),
        rules,
        'valueImports',
      ),
    ).toEqual([]);
  });

  test('routes and wire open no transaction', () => {
    const outer = SOURCES.filter((source) => /^(?:routes|wire)\.ts$/.test(roleOf(source)));
    expect(outer.length).toBeGreaterThan(25);
    expect(wrong((_, imported) => /^db\/(?!dense-list)/.test(imported), outer, 'valueImports')).toEqual([]);
  });
});
