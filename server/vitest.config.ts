import { defineConfig } from 'vitest/config';
import { LONG, server } from './vitest.long.config.ts';

export default defineConfig({
  test: { ...server, name: 'server', include: ['test/**/*.test.ts', 'src/**/*.test.ts'], exclude: LONG },
});
