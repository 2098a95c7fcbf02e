import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A quarter of a second and 128 MiB: a passphrase of a few words withstands who has the files. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };

/** A part of a backup, as its manifest has it. */
export interface Part {
  /** Of the stored bytes. */
  bytes: number;
  sha256: string;
}

/** The key of a backup. */
export interface Key {
  cipher: Buffer;
  manifest: Buffer;
}

/** Derives the key of a backup from its passphrase. */
export function keyOf(passphrase: string, salt: Buffer): Key {
  const bytes = scryptSync(passphrase.normalize('NFKC'), salt, 64, SCRYPT);
  return { cipher: bytes.subarray(0, 32), manifest: bytes.subarray(32) };
}

/** Proves that a manifest is of whoever knows the passphrase. */
export const sealOf = ({ manifest }: Key, text: string): string =>
  createHmac('sha256', manifest).update(text).digest('hex');

/** Writes a part: compressed, and encrypted under its name when there is a key. */
export async function writePart(folder: string, name: string, source: Readable, key: Key | undefined): Promise<Part> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  let bytes = 0;
  const take = (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  const tee = new Transform({
    transform(chunk: Buffer, _, done) {
      take(chunk);
      done(null, chunk);
    },
  });
  const target = () => createWriteStream(path, { flags: 'a', mode: 0o600, flush: true });
  if (key === undefined) await pipeline(source, createGzip(), tee, target());
  else {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.cipher, nonce).setAAD(Buffer.from(name));
    await writeFile(path, nonce, { mode: 0o600 });
    take(nonce);
    await pipeline(source, createGzip(), cipher, tee, target());
    const tag = cipher.getAuthTag();
    await appendFile(path, tag);
    take(tag);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether a part is as it was written. */
export async function isWhole(folder: string, name: string, part: Part): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(join(folder, name)), hash);
  } catch {
    return false;
  }
  return hash.digest('hex') === part.sha256;
}

/** Hands over what a part was made of. Check it first: it is handed over before the end is seen. */
export async function readPart(folder: string, name: string, key: Key | undefined, target: Writable): Promise<void> {
  const path = join(folder, name);
  if (key === undefined) return pipeline(createReadStream(path), createGunzip(), target);
  const { size } = await stat(path);
  const [nonce, tag] = [Buffer.alloc(NONCE_BYTES), Buffer.alloc(TAG_BYTES)];
  const file = await open(path);
  try {
    await file.read(nonce, 0, NONCE_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  } finally {
    await file.close();
  }
  const decipher = createDecipheriv(CIPHER, key.cipher, nonce).setAAD(Buffer.from(name)).setAuthTag(tag);
  const sealed = createReadStream(path, { start: NONCE_BYTES, end: size - TAG_BYTES - 1 });
  return pipeline(sealed, decipher, createGunzip(), target);
}
