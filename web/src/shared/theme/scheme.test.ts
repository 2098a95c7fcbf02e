import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../../public/scheme.js'), 'utf8');

afterEach(() => document.documentElement.removeAttribute('style'));

test.each([
  [null, 'light', 'light'],
  [null, 'dark', 'dark'],
  ['auto', 'light', 'light'],
  ['auto', 'dark', 'dark'],
  ['light', 'dark', 'light'],
  ['dark', 'light', 'dark'],
])('chosen %s on a system that prefers %s: the first paint is %s', (chosen, preferred, painted) => {
  if (chosen !== null) localStorage.setItem('kantor.scheme', chosen);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(preferred) }));
  runInThisContext(script);
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', painted);
});
