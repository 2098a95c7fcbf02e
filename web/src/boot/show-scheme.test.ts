import { afterEach, expect, test, vi } from 'vitest';
import { showScheme } from './show-scheme';

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
  showScheme();
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', painted);
});
