import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'bench',
    include: ['test/**/*.test.ts'],
    // Against hanging only: a machine that others work on may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
