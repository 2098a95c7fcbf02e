import { test as base } from 'vitest';
import { type KantorOptions, startKantor } from './kantor.ts';

/** Files of a process share these tests: what one overrode would be so for those after it. Of an own extension it is one's own. */
function assertExtended(): never {
  throw new Error('Extend the shared test before you override a fixture of it');
}

/** The test of files that make their people themselves, for each test. */
export const kantorTest = base
  .extend('options', { scope: 'file' }, {} as KantorOptions)
  .extend('kantor', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const kantor = await startKantor(options);
    onCleanup(() => kantor.close());
    return kantor;
  });

/** The same with a marketplace for each test: where whatever one test left would be in the way of another. */
export const freshKantorTest = base
  .extend('options', {} as KantorOptions)
  .extend('kantor', async ({ options }, { onCleanup }) => {
    const kantor = await startKantor(options);
    onCleanup(() => kantor.close());
    return kantor;
  });

/**
 * The test of every file that needs a marketplace. What a test names is started, once a file, and closed at the file's end.
 * A file extends it once at most: each extension has a marketplace of its own.
 */
export const test = kantorTest
  /** With 1 000 USDT, without requisites. */
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('operator', { scope: 'file' }, ({ kantor }) => kantor.createOperator());

for (const shared of [kantorTest, freshKantorTest, test]) shared.override = assertExtended;
