import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['contract', 'embedded-postgres', 'server', 'demo', 'simulator', 'bench', 'storms', 'web', 'e2e/start'],
  },
});
