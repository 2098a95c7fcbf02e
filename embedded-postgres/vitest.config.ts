import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'embedded-postgres',
    include: ['test/**/*.test.ts'],
    // Against hanging only: a machine that others work on may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
