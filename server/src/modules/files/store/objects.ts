import type { Bucket } from './bucket.ts';
import { MARK, type FileStore, type Sweepable } from './disk.ts';

const FOLDER = 'files/';

/** Files as objects of a bucket, in the same 256 parts as in a folder. An object is there whole or not at all. */
export function objectStore(bucket: Bucket): FileStore & Sweepable {
  const pathOf = (id: string) => `${FOLDER}${id.slice(-2)}/${id}`;
  return {
    put: (id, bytes) => bucket.put(pathOf(id), bytes),
    get: (id) => bucket.get(pathOf(id)),
    sizeOf: async (id) => (await bucket.look(pathOf(id)))?.size,
    delete: (id) => bucket.remove(pathOf(id)),

    readMark: async () => (await bucket.get(FOLDER + MARK))?.toString('utf8'),
    writeMark: (mark) => bucket.put(FOLDER + MARK, Buffer.from(mark)),
    list: (part, after, limit) => bucket.list(`${FOLDER}${part.toString(16).padStart(2, '0')}/`, after, limit),
    modifiedAt: async (name) => (await bucket.look(pathOf(name)))?.modifiedAt,
    remove: (name) => bucket.remove(pathOf(name)),
  };
}
