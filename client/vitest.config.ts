import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'client',
    include: ['test/**/*.test.ts'],
    // It is tried on the real server, with a real database.
    globalSetup: ['../server/test/support/global-setup.ts'],
    // A process reads the sources once, not for every file.
    isolate: false,
    // Against hanging only: a machine that others work on may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
