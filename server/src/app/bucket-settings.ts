import { z } from 'zod';
import type { BucketPlace, ObjectStore } from '../modules/files/index.ts';

export const bucketEnvironment = {
  KANTOR_S3_BUCKET: z
    .string()
    .trim()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, { error: 'must be the name of a bucket' })
    .optional(),
  KANTOR_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address like https://s3.example' }).optional(),
  KANTOR_S3_REGION: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, { error: 'must be the name of a region, such as eu-central-1' })
    .default('us-east-1'),
  KANTOR_S3_PREFIX: z
    .string()
    .trim()
    .regex(/^([\w.-]+\/){0,8}$/, { error: 'must end with a slash, such as kantor/' })
    .default(''),
  KANTOR_S3_KEY_ID: z
    .string()
    .trim()
    .regex(/^[!-~]{1,128}$/, { error: 'must be the id of an access key' })
    .optional(),
  KANTOR_S3_SECRET: z
    .string()
    .trim()
    .regex(/^[!-~]{1,256}$/, { error: 'must be the secret of an access key' })
    .optional(),
};

export const BUCKET_SECRETS = ['KANTOR_S3_SECRET'];

type Values = z.output<z.ZodObject<typeof bucketEnvironment>>;

export interface BucketSettings {
  /** The S3-compatible store whose key is given; absent: none is. */
  objectStore: ObjectStore | undefined;
  /** The bucket that has the uploaded files; absent: the data folder has them. */
  bucket: BucketPlace | undefined;
}

export function bucketSettings(values: Values): BucketSettings {
  const { KANTOR_S3_BUCKET: bucket, KANTOR_S3_KEY_ID: accessKeyId, KANTOR_S3_SECRET: secretAccessKey } = values;
  if (accessKeyId === undefined || secretAccessKey === undefined) return { objectStore: undefined, bucket: undefined };
  const { KANTOR_S3_ENDPOINT: endpoint, KANTOR_S3_REGION: region, KANTOR_S3_PREFIX: prefix } = values;
  const objectStore = { endpoint, region, accessKeyId, secretAccessKey };
  return { objectStore, bucket: bucket === undefined ? undefined : { ...objectStore, bucket, prefix } };
}

/** Files must not go to the folder because a part of the key is missing. Sentences. */
export function bucketContradictions(values: Values): string[] {
  const parts = ['KANTOR_S3_KEY_ID', 'KANTOR_S3_SECRET'] as const;
  const missing = parts.filter((name) => values[name] === undefined);
  if (missing.length === parts.length && values.KANTOR_S3_BUCKET === undefined) return [];
  return missing.length === 0
    ? []
    : [`${missing.join(' and ')} must be set as well: a store is asked with both parts of its key.`];
}
