import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const STORM = fileURLToPath(new URL('../../storms/src/main.ts', import.meta.url));

/** Runs the short form of a storm. @returns its table when a gate does not hold, otherwise nothing. */
const brokenBy = (storm: string) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, [STORM, storm, '--short'], (error, output, errors) => {
      resolve(error === null ? '' : output + errors);
    });
  });

test('texts that would run, in every field, do not on any screen', { tag: '@long' }, async () => {
  expect(await brokenBy('browser')).toBe('');
});
