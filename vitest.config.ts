import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['contract', 'embedded-postgres', 'server', 'simulator', 'web', 'e2e/start'] },
});
