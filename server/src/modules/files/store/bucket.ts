import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { ApiError } from '../../../kernel/errors.ts';

/** An S3-compatible store, and the key to it. */
export interface ObjectStore {
  /** Absent: Amazon's own, of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BucketPlace extends ObjectStore {
  bucket: string;
  /** Before all names, such as `kantor/`; empty: nothing is. */
  prefix: string;
}

const CONNECT_MS = 5_000;
/** 10 MB over a slow line. */
const ANSWER_MS = 60_000;
const ATTEMPTS = 3;
/** What a store answers with at once. */
const PAGE = 1000;

/** The store of objects does not answer, or refuses us; what for stands in `cause`. */
class BucketError extends ApiError {
  constructor(cause: unknown) {
    super(503, 'busy', 'Хранилище файлов не отвечает. Повторите через минуту');
    this.cause = cause;
  }
}

/** What is wrong with it, in one line for a log. */
export function faultOf(error: unknown): string {
  const cause = error instanceof BucketError ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** The calls that we make of a bucket, by names behind its prefix. The client is loaded by the first of them. */
export interface Bucket {
  put(name: string, body: Buffer | Readable, size?: number): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  stream(name: string): Promise<Readable | undefined>;
  look(name: string): Promise<{ size: number; modifiedAt: Date | undefined } | undefined>;
  remove(name: string): Promise<void>;
  /** Names that begin so, in order, behind one. */
  list(begin: string, after: string, limit: number): Promise<{ names: string[]; isMore: boolean }>;
  /** All of them. */
  listAll(begin: string): Promise<string[]>;
}

/** @throws BucketError of every call but for what is not there. */
export function openBucket(place: BucketPlace): Bucket {
  const { bucket: Bucket, prefix } = place;
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client: S3Client = new s3.S3Client({
      region: place.region,
      // Only Amazon has a host for each bucket everywhere.
      ...(place.endpoint !== undefined && { endpoint: place.endpoint, forcePathStyle: true }),
      credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
      // Stores that are not Amazon's know no other sums than those that they must.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { s3, client };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const open = () => (loaded ??= load());

  /** @returns undefined for what is not there. */
  async function ask<Answer>(
    call: (opened: Awaited<ReturnType<typeof load>>) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await call(await open());
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new BucketError(error);
    }
  }

  const object = (name: string) => ({ Bucket, Key: prefix + name });
  const fetchBody = (name: string) =>
    ask(async ({ s3, client }) => (await client.send(new s3.GetObjectCommand(object(name)))).Body);

  const bucket: Bucket = {
    async put(name, body, size) {
      const put = ({ s3, client }: Awaited<ReturnType<typeof load>>) =>
        client.send(
          new s3.PutObjectCommand({ ...object(name), Body: body, ...(size !== undefined && { ContentLength: size }) }),
        );
      await put(await open()).catch((error: unknown) => {
        throw new BucketError(error);
      });
    },
    async get(name) {
      const body = await fetchBody(name);
      return body && ask(async () => Buffer.from(await body.transformToByteArray()));
    },
    stream: async (name) => (await fetchBody(name)) as Readable | undefined,
    look: (name) =>
      ask(async ({ s3, client }) => {
        const { ContentLength: size = 0, LastModified: modifiedAt } = await client.send(
          new s3.HeadObjectCommand(object(name)),
        );
        return { size, modifiedAt };
      }),
    async remove(name) {
      await ask(({ s3, client }) => client.send(new s3.DeleteObjectCommand(object(name))));
    },
    async list(begin, after, limit) {
      const answer = await ask(({ s3, client }) =>
        client.send(
          new s3.ListObjectsV2Command({
            Bucket,
            Prefix: prefix + begin,
            MaxKeys: limit,
            ...(after !== '' && { StartAfter: prefix + begin + after }),
          }),
        ),
      );
      const names = (answer?.Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice((prefix + begin).length)] : []));
      return { names, isMore: answer?.IsTruncated ?? false };
    },
    async listAll(begin) {
      const all: string[] = [];
      for (;;) {
        const { names, isMore } = await bucket.list(begin, all.at(-1) ?? '', PAGE);
        all.push(...names);
        if (!isMore) return all;
      }
    },
  };
  return bucket;
}
