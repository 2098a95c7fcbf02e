import { randomBytes, randomInt } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ApiError } from '../../kernel/errors.ts';

/** Argon2id, the library's default kind, as OWASP advises: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on Node's four pool threads, which files and name look-ups need too: it takes half of them. Each check is
 * about 30 ms, so the end of the queue waits a second.
 */
const MAX_RUNNING = 2;
const MAX_WAITING = 64;
const checks = pLimit(MAX_RUNNING);

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, PARAMETERS);

const inBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password: a name that nobody has is checked against it, at the same cost. */
const { memoryCost, timeCost, parallelism } = PARAMETERS;
const NOBODY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${inBase64(16)}$${inBase64(32)}`;

/**
 * Whether the password is the one of the hash. Without a hash it takes as long and answers false.
 * @throws ApiError 503 `busy` when too many wait already.
 */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (checks.activeCount + checks.pendingCount >= MAX_RUNNING + MAX_WAITING) {
    throw new ApiError(503, 'busy', 'Сейчас слишком много входов. Повторите через минуту');
  }
  return checks(() => argon2.verify(passwordHash ?? NOBODY, password));
}

/** Without characters that look alike, as it may be copied by hand. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

/** A random password of 100 bits, like `k7m2p-x9w4t-h3nqa-e8rvy`. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
