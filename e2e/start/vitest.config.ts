import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'start',
    include: ['*.test.ts'],
    // Whole programs are started, the first of them filling a database. Against hanging only.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
