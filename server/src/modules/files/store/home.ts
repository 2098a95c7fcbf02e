import { join } from 'node:path';
import { type BucketPlace, openBucket } from './bucket.ts';
import { diskStore, type FileStore, type Sweepable } from './disk.ts';
import { objectStore } from './objects.ts';

/** Where the uploaded files of an installation are: in a bucket where one is named, else in the data folder. */
export interface FilePlace {
  dataDir: string;
  bucket?: BucketPlace | undefined;
}

type FileHome = FileStore & Sweepable;

/** The two homes that files may have; one without a bucket has no objects. */
export const homesOf = ({ dataDir, bucket }: FilePlace): { folder: FileHome; bucket: FileHome | undefined } => ({
  folder: diskStore(join(dataDir, 'files')),
  bucket: bucket && objectStore(openBucket(bucket)),
});

/**
 * The home that is in use. Files that were in the folder before there was a bucket are found there until they are moved
 * (`moveFiles`), and go from both.
 */
export function openFileHome(place: FilePlace): FileHome {
  const { folder, bucket } = homesOf(place);
  if (bucket === undefined) return folder;
  return {
    ...bucket,
    get: async (id) => (await bucket.get(id)) ?? folder.get(id),
    sizeOf: async (id) => (await bucket.sizeOf(id)) ?? folder.sizeOf(id),
    async delete(id) {
      await Promise.all([bucket.delete(id), folder.delete(id)]);
    },
  };
}
