import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // A process reads the sources once, not for every file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
