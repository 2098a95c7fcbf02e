import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { Database } from '../../../db/pool.ts';
import { singleStatement } from '../../../db/tx.ts';
import type { Caller } from '../../../http/endpoint.ts';
import { type Incoming, MAX_UPLOAD_BYTES, type Upload } from '../../../http/uploads.ts';
import { after, type Clock, HOUR, MINUTE } from '../../../kernel/clock.ts';
import { notFound, ApiError, RateLimited, unauthorized } from '../../../kernel/errors.ts';
import { deriveKeys, type ServerSecrets } from '../../../kernel/derive-key.ts';
import { inMinutes } from '../../../kernel/in-minutes.ts';
import { newId } from '../../../kernel/ids.ts';
import { type StoredFile, type UploadTerms } from '../rules.ts';
import type { FileStore } from '../store/disk.ts';
import { chargeUpload, giveBackBytes, readQuotaSince } from '../store/quota.ts';
import { readFile } from '../store/rows.ts';
import { acceptFile } from './accept.ts';
import { createGate } from './gate.ts';

export interface FilesDeps {
  db: Database;
  clock: Clock;
  store: FileStore;
  /** The server's: the key that signs links is derived from it. */
  secret: ServerSecrets;
  /** Whether what a link was given to is still in force. */
  isInForce: (holder: LinkHolder) => Promise<boolean>;
  terms: UploadTerms;
}

const LINK_LIFETIME_MS = 10 * MINUTE;

/**
 * The session or the API key that asked for a link: the link ends with it. A session's is good in the account that it was asked
 * for in: whoever has switched to another may not see there what they saw here.
 */
export type LinkHolder = { kind: 'session'; id: string; accountId: string } | { kind: 'key'; id: string };

/** Makes a caller's links. */
export type LinkFile = (id: string, name: string) => { url: string; name: string };

/** What a link says. */
export interface FileLink {
  fileId: string;
  holder: LinkHolder;
  /** Milliseconds since 1970. */
  expires: number;
  signature: string;
}

export type Files = ReturnType<typeof createFiles>;

/** Uploads and their short-lived links: an `<a>` cannot send a bearer token, so the link itself is the permission. */
export function createFiles({ db, clock, store, secret, isInForce, terms }: FilesDeps) {
  const gate = createGate();
  const keys = deriveKeys(secret, 'file link');
  const sign = ({ fileId, holder, expires }: Omit<FileLink, 'signature'>, key = keys[0]) =>
    createHmac('sha256', key)
      .update([`file/${fileId}`, ...holderParts(holder), expires].join('/'))
      .digest('base64url');

  async function keep(upload: Upload, field: string): Promise<StoredFile> {
    const { name, mediaType, bytes } = await acceptFile(gate, upload, field);
    const id = newId(clock());
    await store.put(id, bytes);
    return { id, name, mediaType, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
  }

  /** @returns the time of the charge. @throws RateLimited beyond what the user may upload in an hour. */
  async function charge(ownerId: string, bytes: number): Promise<Date> {
    const at = clock();
    const over = after(at, -HOUR);
    if (await singleStatement(db, (statement) => chargeUpload(statement, { ownerId, bytes, at, over }, terms)))
      return at;
    const since = await readQuotaSince(db, ownerId);
    const waitMs = after(since ?? at, HOUR).getTime() - at.getTime();
    const megabytes = Math.floor(terms.bytesPerHour / 1024 ** 2);
    throw new RateLimited(
      `Слишком много файлов: за час не больше ${terms.perHour} и не больше ${megabytes} МБ. Повторите через ${inMinutes(waitMs)}`,
      waitMs,
    );
  }

  const giveBack = (ownerId: string, bytes: number, at: Date) =>
    singleStatement(db, (statement) => giveBackBytes(statement, { ownerId, bytes, at }));

  return {
    /**
     * Lets a user's upload in, if there is room for it and the hour's quota is not used up; only then its body is read. An upload
     * of unknown size counts as the largest until it is there.
     * @throws ApiError 429 `rate_limited`, 503 `busy`, and the errors of reading and of `work`.
     */
    receive<Form extends { file: Upload }, Answer>(
      ownerId: string,
      { size, read }: Incoming<Form>,
      work: (form: Form) => Promise<Answer>,
    ): Promise<Answer> {
      return gate.enter(ownerId, async () => {
        const at = await charge(ownerId, size ?? MAX_UPLOAD_BYTES);
        const form = await read();
        if (size === undefined) await giveBack(ownerId, MAX_UPLOAD_BYTES - form.file.bytes.length, at);
        return work(form);
      });
    },

    /**
     * Lets a payer's upload in, if payers have room for it; only then its body is read. How often a payer may call, and how many
     * files an order takes, is the business of its owner.
     * @throws ApiError 429 `rate_limited`, 503 `busy`, and the errors of `work`.
     */
    receiveFromPayer: <Answer>(orderId: string, work: () => Promise<Answer>): Promise<Answer> =>
      gate.enter(orderId, work, { isPayer: true }),

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

    /** Makes the links of a person's session, or of a merchant's API key. */
    linksFor({ id: accountId, session, apiKey }: Caller): LinkFile {
      const holder = session ? ({ kind: 'session', id: session.id, accountId } as const) : apiKeyHolder(apiKey);
      return (fileId, name) => {
        const expires = after(clock(), LINK_LIFETIME_MS).getTime();
        const signature = sign({ fileId, holder, expires });
        const account = holder.kind === 'session' ? { account: accountId } : {};
        const query = new URLSearchParams({
          expires: String(expires),
          [holder.kind]: holder.id,
          ...account,
          signature,
        });
        return { url: `${API_BASE}/files/${fileId}/?${query.toString()}`, name };
      };
    },

    /** The file of a link. @throws ApiError 404 for a link that is forged, expired, of one who was put out, or to nothing. */
    async open(link: FileLink) {
      const given = Buffer.from(link.signature);
      const isOurs = keys.some((key) => {
        const right = Buffer.from(sign(link, key));
        return right.length === given.length && timingSafeEqual(right, given);
      });
      if (!isOurs || link.expires < clock().getTime()) throw notFound();
      if (!(await isInForce(link.holder))) throw notFound();
      const file = await readFile(db, link.fileId);
      const bytes = file && (await store.get(link.fileId));
      if (bytes === undefined || file === undefined) throw notFound();
      return { ...file, bytes };
    },
  };
}

const holderParts = (holder: LinkHolder): string[] =>
  holder.kind === 'session' ? ['session', holder.id, holder.accountId] : ['key', holder.id];

function apiKeyHolder(apiKey: Caller['apiKey']): LinkHolder {
  if (apiKey === undefined) throw unauthorized();
  return { kind: 'key', id: apiKey.id };
}
