import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { BucketPlace } from '../../src/modules/files/index.ts';

/** The server makes its tokens of pages by DES, which OpenSSL has no more: three times the same key is the same cipher. */
const crypto = createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
const { createCipheriv } = crypto;
Object.assign(crypto, {
  createCipheriv: (name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createCipheriv('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : createCipheriv(name, key, iv),
});

/** The only key that the server knows. */
const KEY = 'S3RVER';

/** Runs a server of objects by Amazon's protocol with an empty bucket. */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), 'kantor-objects-'));
  const bucket = 'kantor-files';
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] };
  let server = new S3rver({ ...options, port: 0 });
  const { port } = await server.run();
  const place: BucketPlace = {
    ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, prefix: 'market/' },
    ...{ accessKeyId: KEY, secretAccessKey: KEY },
  };
  return {
    place,
    goDown: () => server.close(),
    async comeBack() {
      server = new S3rver({ ...options, port });
      await server.run();
    },
    async stop() {
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
