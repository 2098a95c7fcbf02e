import { MAX_MINOR_UNITS, parseMinorUnits, type Scale } from '@kantor/contract/money.ts';
import { InvalidArgumentError } from 'commander';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readUserByName } from '../../modules/users/index.ts';

/** What the commands need of the world. */
export interface Context {
  withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
  /** Writes one line for the operator. */
  print: (line: string) => void;
  clock: Clock;
  /** What traders' deposit addresses are derived from, if anything. */
  depositKey: () => string | undefined;
}

/** What the operator asked for cannot be done; the message tells why. Nothing was changed. */
export class Mistake extends Error {}

/** @throws Mistake */
export async function findUser(db: Reader, username: string) {
  const user = await readUserByName(db, username);
  if (user === undefined) throw new Mistake(`There is no user "${username}".`);
  return user;
}

/** Reads an option in basis points. */
export function basisPoints(text: string): number {
  if (!/^(0|[1-9][0-9]{0,4})$/.test(text) || Number(text) > 10_000) {
    throw new InvalidArgumentError('It must be a whole number of basis points from 0 to 10000.');
  }
  return Number(text);
}

/** Makes a reader of positive amounts into minor units. */
export const positive = (scale: Scale) => (text: string) => {
  const units = parseMinorUnits(text, scale);
  if (units === undefined || units === 0n) {
    const most = MAX_MINOR_UNITS / 10n ** BigInt(scale);
    throw new InvalidArgumentError(
      `It must be a plain decimal number above 0, at most ${most}, with at most ${scale} places.`,
    );
  }
  return units;
};
