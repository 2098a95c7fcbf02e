import { randomBytes, randomInt } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { MIN_PASSWORD_LENGTH } from '@kantor/contract/plain/limits.ts';
import { ApiError, badRequest } from '../../kernel/errors.ts';
import { isLeaked } from './leaked-passwords.ts';

/** Argon2id, the library's default kind, as OWASP advises: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on Node's four pool threads, which files and name look-ups need too: it takes half of them. Each check is
 * about 30 ms, so the end of a queue waits a second.
 */
const MAX_RUNNING = 2;
/** Of each queue, with those that run. */
const MAX_ADMITTED = 66;

/** Whose password is checked: someone's at a browser that has signed in before, or anyone's. The known go first. */
export type Queue = 'known' | 'unknown';

const admitted: Record<Queue, number> = { known: 0, unknown: 0 };
const waiting: Record<Queue, (() => void)[]> = { known: [], unknown: [] };
let running = 0;

/** Runs work when its turn has come: a flood of the unknown lets the known pass. */
async function inTurn<Answer>(queue: Queue, work: () => Promise<Answer>): Promise<Answer> {
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting[queue].push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift();
    // Whoever goes on takes this one's place.
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Whether the password is the one of the hash. Without a hash it takes as long and answers false. */
type Check = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** @throws ApiError 400 when a person may not choose this password: for its length, or because it is known to guessers. */
function assertFit(password: string, username: string): void {
  const wrong = (sentence: string) => badRequest({ password: [sentence] });
  if (password.length < MIN_PASSWORD_LENGTH) throw wrong(`Не короче ${MIN_PASSWORD_LENGTH} символов`);
  if (password.toLowerCase() === username.toLowerCase()) throw wrong('Пароль не должен быть именем');
  if (isLeaked(password)) throw wrong('Этот пароль есть в списках утёкших. Придумайте другой');
}

/** The hash of a password that a person chooses, or is given. @throws ApiError 400 when it is unfit. */
export async function hashNewPassword(password: string, username: string): Promise<string> {
  assertFit(password, username);
  return hashPassword(password);
}

/** Of a password whose fitness is known. */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, PARAMETERS);

const inBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password: a name that nobody has is checked against it, at the same cost. */
const { memoryCost, timeCost, parallelism } = PARAMETERS;
const NOBODY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${inBase64(16)}$${inBase64(32)}`;

/**
 * Lets an attempt in that will check a password: who is turned away has cost next to nothing, and is not counted.
 * @throws ApiError 503 `busy` when too many are in already; the errors of `attempt`.
 */
export async function admitAttempt<Answer>(queue: Queue, attempt: (check: Check) => Promise<Answer>): Promise<Answer> {
  if (admitted[queue] >= MAX_ADMITTED) {
    throw new ApiError(503, 'busy', 'Сейчас слишком много входов. Повторите через минуту');
  }
  admitted[queue] += 1;
  try {
    return await attempt((passwordHash, password) =>
      inTurn(queue, () => argon2.verify(passwordHash ?? NOBODY, password)),
    );
  } finally {
    admitted[queue] -= 1;
  }
}

/** Without characters that look alike, as it may be copied by hand. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';

/** A random password of 100 bits, like `k7m2p-x9w4t-h3nqa-e8rvy`. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: 4 }, group).join('-');
}
