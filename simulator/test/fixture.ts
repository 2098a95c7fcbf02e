import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { buildApi } from '@kantor/server/src/app/build-api.ts';
import { freshKantorTest } from '@kantor/server/test/support/fixtures.ts';

/** Until when, and how often, tests look for what must come. */
export const SOON = { timeout: 20_000, interval: 10 };

const LOCALHOST = '127.0.0.1';

/** The test of simulators at work: each test has a marketplace and a day in it. */
export const test = freshKantorTest
  /** Log and signal of the simulators. At the test's end the signal ends them, and `atEnd` stops the rest, the last first. */
  .extend('day', ({ kantor }, { onCleanup }) => {
    const lines: string[] = [];
    const ending = new AbortController();
    const stopping: (() => unknown)[] = [];
    onCleanup(async () => {
      ending.abort();
      for (const stop of stopping.toReversed()) await stop();
      // Somebody may have connected without asking anything, which a server that closes would wait for.
      kantor.app.server.closeAllConnections();
    });
    return {
      lines,
      log: (line: string) => void lines.push(line),
      signal: ending.signal,
      end: () => ending.abort(),
      /** Calls `stop` at the end of the test. */
      atEnd: (stop: () => unknown) => void stopping.push(stop),
    };
  })
  /** The address of the marketplace's server. */
  .extend('url', async ({ kantor }) => new URL(await kantor.app.listen({ port: 0, host: LOCALHOST })))
  /** Starts another server of the marketplace, in its time unless another is given. */
  .extend('serve', ({ kantor, day }) => async ({ port = 0, clock = kantor.clock } = {}) => {
    const app = await buildApi({ db: kantor.db, settings: kantor.settings, clock });
    const url = new URL(await app.listen({ port, host: LOCALHOST }));
    const stop = () => {
      app.server.closeAllConnections();
      return app.close();
    };
    day.atEnd(stop);
    return { url, stop };
  })
  /** Starts a server of the test's own, between a simulator and the marketplace. */
  .extend('listen', ({ day }) => async (handle: RequestListener) => {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, LOCALHOST, resolve));
    day.atEnd(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return new URL(`http://${LOCALHOST}:${(server.address() as AddressInfo).port}`);
  })
  /** Looks into the database. */
  .extend('database', ({ kantor }) => {
    const rows = async <Row>(query: string) => (await sql.raw<Row>(query).execute(kantor.db)).rows;
    const count = async (from: string) =>
      Number((await rows<{ n: bigint }>(`select count(*) as n from ${from}`))[0]?.n);
    /** Resolves once there are so many, or more. */
    const until = (from: string, least: number) => vi.waitUntil(async () => (await count(from)) >= least, SOON);
    return { rows, count, until };
  });
