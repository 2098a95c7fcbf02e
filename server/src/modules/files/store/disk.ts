import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A home of uploaded bytes, by id: a folder, or a bucket. */
export interface FileStore {
  put(id: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is no such file. */
  get(id: string): Promise<Buffer | undefined>;
  sizeOf(id: string): Promise<number | undefined>;
  delete(id: string): Promise<void>;
}

/** Names in one of the store's 256 parts. */
interface Part {
  names: string[];
  /** Whether there are more behind the last. */
  isMore: boolean;
}

/** What a sweep sees of it. */
export interface Sweepable {
  /** The mark of the database whose files these are; undefined while it has none. */
  readMark(): Promise<string | undefined>;
  writeMark(mark: string): Promise<void>;
  /** The next names of a part (0 to 255) in order, after one. */
  list(part: number, after: string, limit: number): Promise<Part>;
  /** Undefined when there is no such file. */
  modifiedAt(name: string): Promise<Date | undefined>;
  remove(name: string): Promise<void>;
}

/** A file that is not whole yet, or never became it. */
export const PART_SUFFIX = '.part';
export const MARK = 'database-mark';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files in a folder, readable by its owner only. Names are ids, which are ours: nothing a person typed is ever a path. */
export function diskStore(folder: string): FileStore & Sweepable {
  const path = (id: string) => join(folder, id.slice(-2), id);
  const orUndefined = (error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  };
  /** Of a whole file, or of a part of one. */
  const pathOf = (name: string) => {
    const id = name.replace(PART_SUFFIX, '');
    return join(folder, id.slice(-2), name);
  };
  return {
    async put(id, bytes) {
      await mkdir(join(folder, id.slice(-2)), { recursive: true, mode: 0o700 });
      // Whole or not at all, and on the disk before a row in the database says it is there.
      const temporary = path(id) + PART_SUFFIX;
      try {
        const file = await open(temporary, 'w', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path(id));
      } catch (error) {
        // A full disk has use for the room.
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: (id) => readFile(path(id)).catch(orUndefined),
    sizeOf: async (id) => (await stat(path(id)).catch(orUndefined))?.size,
    delete: (id) => rm(path(id), { force: true }),

    readMark: () => readFile(join(folder, MARK), 'utf8').catch(orUndefined),
    writeMark: (mark) => writeFile(join(folder, MARK), mark, { mode: 0o600 }),
    async list(part, after, limit) {
      const names = (await readdir(join(folder, part.toString(16).padStart(2, '0'))).catch(orUndefined)) ?? [];
      const behind = names.filter((name) => name > after).toSorted();
      return { names: behind.slice(0, limit), isMore: behind.length > limit };
    },
    modifiedAt: async (name) => (await stat(pathOf(name)).catch(orUndefined))?.mtime,
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
