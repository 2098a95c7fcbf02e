import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of uploaded bytes, by id. A store of objects elsewhere has the same three calls. */
export interface FileStore {
  put(id: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is no such file. */
  get(id: string): Promise<Buffer | undefined>;
  delete(id: string): Promise<void>;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files in a folder, readable by its owner only. Names are ids, which are ours: nothing a person typed is ever a path. */
export function diskStore(folder: string): FileStore {
  const path = (id: string) => join(folder, id.slice(-2), id);
  return {
    async put(id, bytes) {
      await mkdir(join(folder, id.slice(-2)), { recursive: true, mode: 0o700 });
      // Whole or not at all, and on the disk before a row in the database says it is there.
      const temporary = `${path(id)}.part`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path(id));
    },
    get: (id) =>
      readFile(path(id)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    delete: (id) => rm(path(id), { force: true }),
  };
}
