import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { startEmbedded } from '@kantor/embedded-postgres';
import { migrate } from '../../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database with the newest schema; every test file copies it. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the run. It need not survive a power cut, so it does not wait for the disk. */
export default async function setup(project: TestProject) {
  const dataDir = scratchFolder();
  const server = await startEmbedded({ dataDir, durability: 'none' });
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('alter database kantor is_template true');
  await client.end();
  project.provide('templateUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
