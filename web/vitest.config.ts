import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      root: import.meta.dirname,
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://kantor.test/' } },
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/test/setup.ts'],
      // The faked server answers a browser's fetch: with Node's sockets in between a call would cost several times as much.
      alias: { '@mswjs/interceptors/fetch': '@mswjs/interceptors/fetch/web' },
      // Against hanging only: a wait for what does not come fails sooner.
      testTimeout: 120_000,
      // A process reads the packages once, and has one window. The set-up begins each file with fresh modules.
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
