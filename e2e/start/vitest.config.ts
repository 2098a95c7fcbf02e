import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'start',
    include: ['*.test.ts'],
    // Whole programs are started, the first of them filling a database.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
