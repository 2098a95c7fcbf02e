import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A random secret that is made once and kept in a file for its owner's eyes only. Processes that start at the same
 * time get the same one: each writes its own aside, and only the first can link it to the name.
 */
export function keptSecret(file: string): string {
  if (!existsSync(file)) {
    const own = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600 });
      linkSync(own, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
