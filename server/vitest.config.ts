import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // A process reads the sources once, not for every file.
    isolate: false,
    // Against hanging only: a machine that others work on may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
