import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as deviceRoutes from '../src/plain/device-routes.ts';
import * as merchantRoutes from '../src/plain/merchant-routes.ts';
import * as routes from '../src/plain/routes.ts';

// A path of the API stands only where the call is declared, so that another path is another line there and nowhere else.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['{simulator,bench,demo,e2e}/**/*.ts', 'server/src/**/*.ts', 'scripts/*.mjs'];
/** The independent phone is written from docs/phones.md alone. */
const EXCEPT = 'e2e/tests/phone.ts';

const BASES = [routes.API_BASE, merchantRoutes.MERCHANT_API_BASE, deviceRoutes.DEVICE_API_BASE];
/** The first segments of paths, as far as they are no words that also mean something else. */
const SEGMENTS = Object.values(routes)
  .flatMap((route) => (typeof route === 'object' && 'path' in route ? [route.path.split('/')[1] ?? ''] : []))
  .filter((segment) => segment.length > 10 || segment.includes('_'));
const LITERAL = new RegExp(`['"\`][^'"\`]*(?:(?:${BASES.join('|')})\\b|\\b(?:${[...new Set(SEGMENTS)].join('|')})/)`);

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

it('finds literals', () => {
  expect(SEGMENTS).toContain(routes.listPayouts.path.slice(1, -1));
  for (const path of ["'/api/v1/orders/'", "'**/device/v1/pings'", '`bank_details/${id}/`'])
    expect(path).toMatch(LITERAL);
  for (const other of ['get_bank_details', "'/orders'", "'withdrawals'"]) expect(other).not.toMatch(LITERAL);
});

it('no path of the API is spelled outside the contract', () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: (name) => name.includes('node_modules') }).filter(
    (file) => file !== EXCEPT,
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readFileSync(`${ROOT}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        LITERAL.test(line) && !isComment(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
