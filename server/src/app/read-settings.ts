import { z } from 'zod';
import { SECOND } from '../kernel/clock.ts';
import { databaseAddress } from './database-address.ts';

export interface ReadSettings {
  /** The replica that reads may go to; absent: there is none. */
  replica: { url: string; maxAgeMs: number } | undefined;
}

const SECONDS = { error: 'must be a whole number of seconds from 1 to 3600' };

export const readEnvironment = {
  KANTOR_READ_URL: databaseAddress.optional(),
  KANTOR_READ_AGE_SECONDS: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, SECONDS)
    .transform(Number)
    .pipe(z.int().min(1, SECONDS).max(3600, SECONDS))
    .default(10),
};

/** The address has a password. */
export const READ_SECRETS = ['KANTOR_READ_URL'];

type Values = z.output<z.ZodObject<typeof readEnvironment>>;

export const readReplicaSettings = (values: Values): ReadSettings => ({
  replica: values.KANTOR_READ_URL
    ? { url: values.KANTOR_READ_URL, maxAgeMs: values.KANTOR_READ_AGE_SECONDS * SECOND }
    : undefined,
});

/** The embedded server has no replica. Sentences. */
export const readContradictions = (values: Values & { DATABASE_URL?: string | undefined }): string[] =>
  values.KANTOR_READ_URL && !values.DATABASE_URL
    ? ['DATABASE_URL must be set with KANTOR_READ_URL: that is its replica.']
    : [];
