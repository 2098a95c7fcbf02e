import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Half of the tests wait for a database or a process most of the time: two processors have work for more than two.
  test: { maxWorkers: 3, projects: ['contract', 'server', 'simulator', 'web', 'e2e/start'] },
});
