import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = fileURLToPath(new URL('../../src/', import.meta.url));

/** A source file of the server, as far as walls look at it. */
export interface Source {
  /** From `server/src`: `modules/orders/store.ts`. */
  path: string;
  /** Its imports of the server's own files, types included, from `server/src`. */
  imports: string[];
  /** Those of which it imports more than types. */
  valueImports: string[];
  /** The packages of which it imports more than types. */
  packages: string[];
  /** The text of each SQL template, `?` for whatever is put in. */
  statements: string[];
}

function read(path: string): Source {
  const { program, module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  const all = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, isType }] : [])),
    ),
  ];
  const own = all.filter(({ from }) => from.startsWith('.'));
  const resolved = (imports: typeof all) => [
    ...new Set(imports.map(({ from }) => normalize(join(dirname(path), from)))),
  ];
  const statements: string[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql')
        statements.push(quasi.quasis.map(({ value }) => value.cooked ?? '').join('?'));
    },
  }).visit(program);
  return {
    path,
    imports: resolved(own),
    valueImports: resolved(own.filter(({ isType }) => !isType)),
    packages: all.filter(({ from, isType }) => !from.startsWith('.') && !isType).map(({ from }) => from),
    statements,
  };
}

/** Every source file of the server but tests. */
export const SOURCES: readonly Source[] = globSync('**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .toSorted()
  .map(read);

/** The room of a file: `modules/orders`, or its ring: `db`. */
export function roomOf(path: string): string {
  const [ring = '', module = ''] = path.split('/');
  return ring === 'modules' ? `modules/${module}` : ring;
}
