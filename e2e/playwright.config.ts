import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const PORT = 3187;
const MAIN = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url));

/** The product as a newcomer starts it, on the demo data, in a folder of its own. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './tests/keep-phones-alive.ts',
  workers: 2,
  projects: [
    // A trace of each of its many analyses would cost more than they do.
    { name: 'looks', testMatch: 'looks.spec.ts', use: { trace: 'off' } },
    // One marketplace for all: tests that move the same trader's money run one after the other.
    { name: 'deeds', testIgnore: 'looks.spec.ts', workers: 1, dependencies: ['looks'] },
  ],
  // They guard against waiting for ever: a slow and busy machine needs several times what a fast one does.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'ru-RU',
    timezoneId: 'Asia/Vladivostok',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} ${JSON.stringify(MAIN)}`,
    url: `http://127.0.0.1:${PORT}/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(PORT),
      KANTOR_DEMO: 'on',
      DATABASE_URL: '',
      KANTOR_DATA_DIR: join(tmpdir(), `kantor-e2e-${process.pid}`),
    },
  },
});
