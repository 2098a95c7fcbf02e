import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Upload } from '../../../http/uploads.ts';
import { after, type Clock, MINUTE } from '../../../kernel/clock.ts';
import { notFound, ApiError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { StoredFile } from '../rules.ts';
import type { FileStore } from '../store/disk.ts';
import { readFile } from '../store/rows.ts';
import { acceptFile } from './accept.ts';

export interface FilesDeps {
  db: Reader;
  clock: Clock;
  store: FileStore;
  /** Signs links. */
  secret: Uint8Array;
}

const LINK_LIFETIME_MS = 10 * MINUTE;

export type Files = ReturnType<typeof createFiles>;

/** Uploads and their short-lived links: an `<a>` cannot send a bearer token, so the link itself is the permission. */
export function createFiles({ db, clock, store, secret }: FilesDeps) {
  const sign = (id: string, expires: number) =>
    createHmac('sha256', secret).update(`file/${id}/${expires}`).digest('base64url');

  async function keep(upload: Upload, field: string): Promise<StoredFile> {
    const { name, mediaType, bytes } = await acceptFile(upload, field);
    const id = newId(clock());
    await store.put(id, bytes);
    return { id, name, mediaType, size: bytes.length };
  }

  return {
    /**
     * Stores an upload for the transaction that uses it. What was refused, or turned out to be of no use, goes again; after any
     * other failure nobody knows whether it was committed, and the bytes stay.
     * @param use answers whether it has written the file's row.
     * @throws ApiError 400 that names the field, and the errors of `use`.
     */
    async keepFor<Answer>(
      upload: Upload,
      field: string,
      use: (file: StoredFile) => Promise<{ answer: Answer; isKept: boolean }>,
    ): Promise<Answer> {
      const file = await keep(upload, field);
      try {
        const { answer, isKept } = await use(file);
        if (!isKept) await store.delete(file.id);
        return answer;
      } catch (error) {
        if (error instanceof ApiError) await store.delete(file.id);
        throw error;
      }
    },

    link(id: string, name: string): { url: string; name: string } {
      const expires = after(clock(), LINK_LIFETIME_MS).getTime();
      return { url: `${API_BASE}/files/${id}/?expires=${expires}&signature=${sign(id, expires)}`, name };
    },

    /** The file of a link. @throws ApiError 404 for a link that is forged, expired, or leads to nothing. */
    async open(id: string, expires: number, signature: string) {
      const right = Buffer.from(sign(id, expires));
      const given = Buffer.from(signature);
      if (right.length !== given.length || !timingSafeEqual(right, given) || expires < clock().getTime())
        throw notFound();
      const file = await readFile(db, id);
      const bytes = file && (await store.get(id));
      if (bytes === undefined || file === undefined) throw notFound();
      return { ...file, bytes };
    },
  };
}
