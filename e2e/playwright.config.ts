import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { scratchFolder } from '@kantor/embedded-postgres/testing';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));
/** Two marketplaces for the tests that change them, and one for those that only look: none waits for the others. */
const ACTIONS_PORT = 3187;
const MORE_ACTIONS_PORT = 3190;
const LOOKS_PORT = 3189;
/** They take as long as the other tests that change things. */
const MORE_ACTIONS = ['batch.spec.ts', 'keyboard.spec.ts', 'match-desk.spec.ts'];
/** They change nothing. */
const LOOKS = ['api-reference.spec.ts', 'looks.spec.ts', 'members.spec.ts'];

/** Unless it is given, the runner makes it and removes it after the servers have stopped; its workers, which read this file as well, get its name. */
const folder = (process.env['E2E_FOLDER'] ??= madeForThisRun());

function madeForThisRun(): string {
  const made = scratchFolder();
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

const address = (port: number) => `http://127.0.0.1:${port}`;

/** The product on the demo data, as a newcomer's first start has filled it. */
const server = (port: number) => ({
  command: `${JSON.stringify(process.execPath)} ${JSON.stringify(SERVE)}`,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  env: {
    PORT: String(port),
    KANTOR_DEMO: 'on',
    DATABASE_URL: '',
    E2E_FOLDER: folder,
  },
});

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './tests/set-up.ts',
  workers: 2,
  projects: [
    // On one marketplace tests that move the same trader's money run one after the other. They come first, so that the
    // workers have the rest meanwhile.
    {
      name: 'actions',
      testIgnore: ['restart.spec.ts', 'storm.spec.ts', ...LOOKS, ...MORE_ACTIONS],
      workers: 1,
      use: { baseURL: address(ACTIONS_PORT) },
    },
    { name: 'more actions', testMatch: MORE_ACTIONS, workers: 1, use: { baseURL: address(MORE_ACTIONS_PORT) } },
    { name: 'restart', testMatch: 'restart.spec.ts' },
    { name: 'storm', testMatch: 'storm.spec.ts' },
    // A trace of each of its many analyses would cost more than they do, even when it is tried again.
    {
      name: 'looks',
      testMatch: LOOKS,
      use: { baseURL: address(LOOKS_PORT), trace: 'off' },
    },
  ],
  // They guard against waiting for ever: a slow and busy machine needs several times what a fast one does.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: true,
  // A second try tells a busy machine from a defect: the report names the test as flaky, and leaves a trace of the second.
  retries: 1,
  use: {
    locale: 'ru-RU',
    timezoneId: 'Asia/Vladivostok',
    // A film or a trace of each test would cost a quarter of its time.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // Letters are as wide as with a window: the headless shell rounds each to whole pixels otherwise.
        '--font-render-hinting=none',
      ],
    },
  },
  // Without an address the first two are not waited for, so that all start at once: the global setup waits.
  webServer: [
    server(LOOKS_PORT),
    server(MORE_ACTIONS_PORT),
    { ...server(ACTIONS_PORT), url: `${address(ACTIONS_PORT)}/ready`, timeout: 300_000 },
  ],
});
