import { join } from 'node:path';
import { type Bucket, type FilePlace, openBucket } from '../../files/index.ts';
import { type ExportDisk, exportDisk } from './disk.ts';

const FOLDER = 'list-files/';

/** Made in the folder, and kept in a bucket, where any machine finds it. */
function exportObjects(disk: ExportDisk, bucket: Bucket): ExportDisk {
  return {
    ...disk,
    async keep(id, lease) {
      const size = await disk.keep(id, lease);
      const made = await disk.read(id);
      if (made !== undefined) await bucket.put(FOLDER + id, made, size);
      await disk.remove({ id, lease: undefined });
      return size;
    },
    read: async (id) => (await disk.read(id)) ?? bucket.stream(FOLDER + id),
    list: async () => [
      ...(await disk.list()),
      ...(await bucket.listAll(FOLDER)).map((id) => ({ id, lease: undefined })),
    ],
    async remove(file) {
      await disk.remove(file);
      if (file.lease === undefined) await bucket.remove(FOLDER + file.id);
    },
  };
}

/** Where lists as files are: beside the uploaded ones. */
export function openExportHome({ dataDir, bucket }: FilePlace): ExportDisk {
  const disk = exportDisk(join(dataDir, 'exports'));
  return bucket === undefined ? disk : exportObjects(disk, openBucket(bucket));
}
