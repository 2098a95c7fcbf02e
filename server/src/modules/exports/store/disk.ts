import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NAME = new RegExp(`^(${UUID})(?:\\.(${UUID})\\.part)?$`);

/** The folder of lists as files, readable by its owner only: one by its id, a part by whoever makes it. */
export interface ExportDisk {
  /** Opens the part of a maker. */
  write(id: string, lease: string): Promise<WriteStream>;
  /** The part is whole. @returns its bytes. */
  keep(id: string, lease: string): Promise<number>;
  dropPart(id: string, lease: string): Promise<void>;
  /** Undefined when it is gone. */
  read(id: string): Promise<Readable | undefined>;
  list(): Promise<{ id: string; lease: string | undefined }[]>;
  remove(file: { id: string; lease: string | undefined }): Promise<void>;
}

export function exportDisk(folder: string): ExportDisk {
  const path = (id: string, lease?: string) => join(folder, lease === undefined ? id : `${id}.${lease}.part`);
  const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return {
    async write(id, lease) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return createWriteStream(path(id, lease), { mode: 0o600, flush: true });
    },
    async keep(id, lease) {
      const { size } = await stat(path(id, lease));
      await rename(path(id, lease), path(id));
      return size;
    },
    dropPart: (id, lease) => rm(path(id, lease), { force: true }),
    async read(id) {
      try {
        await stat(path(id));
        return createReadStream(path(id));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.flatMap((name) => {
        const [, id, lease] = NAME.exec(name) ?? [];
        return id === undefined ? [] : [{ id, lease }];
      });
    },
    remove: ({ id, lease }) => rm(path(id, lease), { force: true }),
  };
}
