import { defineConfig } from 'vitest/config';

/** What kills, storms, silences or restores the server: `npm run test:long`. */
export const LONG = ['kills', 'storms', 'silence', 'restore'].map((folder) => `test/${folder}/**/*.test.ts`);

export const server = {
  globalSetup: ['test/support/global-setup.ts'],
  // A process reads the sources once, not for every file.
  isolate: false,
  // Against hanging only: a machine that others work on may be ten times slower.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({ test: { ...server, name: 'server-long', include: LONG } });
