import { randomBytes } from 'node:crypto';
import { DatabaseError } from 'pg';
import { createClient, LONG_QUERY_LIMIT_MS } from '../../../db/limits.ts';
import { createPool } from '../../../db/pool.ts';
import { inspect } from '../../../modules/verification/index.ts';
import type { Manifest } from './manifest.ts';
import { brokenParts, restoreDatabase } from './restore.ts';
import type { Key } from './sealed.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

interface Drill {
  violations: number;
  badFiles: number;
}

/**
 * Restores a backup into a database of its own beside the one in use, verifies it, and drops it.
 * @param ownerUrl of the role that owns the database in use, which may make another.
 * @param adminUrl of whoever may make databases for it; the owner unless given.
 * @throws Error with a sentence when it cannot be restored.
 */
export async function drillBackup(
  { ownerUrl, adminUrl = ownerUrl }: { ownerUrl: string; adminUrl?: string | undefined },
  backup: { folder: string; manifest: Manifest; key: Key | undefined },
): Promise<Drill> {
  const name = `kantor_drill_${randomBytes(6).toString('hex')}`;
  const url = new URL(`/${name}`, ownerUrl).href;
  const admin = createClient(adminUrl, { part: 'drill', queryLimitMs: LONG_QUERY_LIMIT_MS });
  await admin.connect();
  try {
    const owner = admin.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username));
    await admin.query(`create database ${name} template template0 owner ${owner}`).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(
        `The role that owns the database may make no other: as an administrator, alter role ${owner} createdb.`,
        {
          cause: error,
        },
      );
    });
    try {
      const broken = await brokenParts(backup);
      await restoreDatabase(url, backup);
      const db = createPool(url, { max: 2, part: 'drill' });
      try {
        const { violations } = await inspect(db);
        return { violations: violations.length, badFiles: broken.length + backup.manifest.missing.length };
      } finally {
        await db.destroy();
      }
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
}
