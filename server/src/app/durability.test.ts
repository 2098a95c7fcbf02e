import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { startEmbedded, type Embedded } from '@kantor/embedded-postgres';
import { assertDurable } from './durability.ts';

const folder = scratchFolder();
let server: Embedded;

beforeAll(async () => {
  server = await startEmbedded({ dataDir: join(folder, 'data'), durability: 'none' });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function judge(options: string): Promise<string> {
  const client = new Client({ connectionString: server.url, options });
  await client.connect();
  try {
    await assertDurable(client);
    return 'durable';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end();
  }
}

test('a database that forgets what it confirmed is refused, naming each setting', async () => {
  expect(await judge('')).toContain('to on in its configuration: fsync, full_page_writes, synchronous_commit.');
  expect(await judge('-c synchronous_commit=on')).toContain('configuration: fsync, full_page_writes.');
});

test('a durable one is taken, until one connection gives it up', async () => {
  await server.stop();
  server = await startEmbedded({ dataDir: join(folder, 'data'), durability: 'full' });
  expect(await judge('')).toBe('durable');
  expect(await judge('-c synchronous_commit=off')).toContain('configuration: synchronous_commit.');
});
