import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { startEmbedded } from '@kantor/embedded-postgres';
import { bringUpToDate } from '../../src/db/bring-up-to-date.ts';
import { arrangeRoles } from '../../src/db/roles.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database with the newest schema, by the role that serves; every test file copies it. */
    templateUrl: string;
    /** By the role that owns it. */
    ownerUrl: string;
    /** By a superuser, who makes the copies. */
    adminUrl: string;
    /** For programs that tests make: from there they find the packages that the sources find. */
    programs: string;
  }
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** One real PostgreSQL for the run. It need not survive a power cut, so it does not wait for the disk. */
export default async function setup(project: TestProject) {
  const dataDir = scratchFolder();
  const server = await startEmbedded({ dataDir, durability: 'none' });
  const urls = await arrangeRoles(server.url);
  await bringUpToDate(urls);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('alter database kantor is_template true');
  await client.end();
  project.provide('templateUrl', urls.serving);
  project.provide('ownerUrl', urls.owner);
  project.provide('adminUrl', server.url);
  await mkdir(CACHE, { recursive: true });
  const programs = await mkdtemp(`${CACHE}programs-`);
  project.provide('programs', programs);
  return async () => {
    await server.stop();
    for (const folder of [dataDir, programs]) await rm(folder, { recursive: true, force: true });
  };
}
