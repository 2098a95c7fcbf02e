import { MAX_MINOR_UNITS, parseMinorUnits, type Scale } from '@kantor/contract/plain/money.ts';
import { InvalidArgumentError } from 'commander';
import type { Database } from '../../db/pool.ts';
import type { Reads } from '../../db/replica.ts';
import type { Locked, Reader, Tx } from '../../db/tx.ts';
import { type Clock, dayStart, moscowDay } from '../../kernel/clock.ts';
import type { ServerSecrets } from '../../kernel/derive-key.ts';
import type { RateSettings } from '../rate-settings.ts';
import type { FilePlace } from '../../modules/files/index.ts';
import type { NodeOptions } from '../../modules/chain/index.ts';
import { lockAccountByName, readAccountByName, type Account } from '../../modules/accounts/index.ts';

/** The context of the commands. */
export interface Context {
  withDatabase: <Result>(work: (db: Database, openReads: () => Promise<Reads>) => Promise<Result>) => Promise<Result>;
  /** Writes one line for the operator. */
  print: (line: string) => void;
  clock: Clock;
  /** The extended public key of traders' deposit addresses, if there is one. */
  depositKey: () => string | undefined;
  /** Where the uploaded files are. */
  filePlace: () => FilePlace;
  /** The account of the machine that runs the command, as `anna@host`. */
  osUser: string;
  /** The server's. */
  secrets: () => ServerSecrets;
  rates: () => RateSettings;
  /** An order can be reversed so many days after it was closed. */
  reversalDays: () => number;
  /** Micro-USDT: what moves more takes two operators. */
  secondOperatorAbove: () => bigint;
  /** The node that is asked whether a withdrawal was sent; undefined where none is known. */
  chainNode: () => NodeOptions | undefined;
  /** The password that an operator gives. */
  readPassword: (username: string) => Promise<string>;
}

/** The terms of what takes another operator. @param chainNode undefined where it was asked before, or is not to be asked. */
export const closingTerms = ({ secondOperatorAbove, reversalDays }: Context, chainNode?: NodeOptions) => ({
  chainNode,
  secondOperatorAbove: secondOperatorAbove(),
  reversalDays: reversalDays(),
});

/** The command cannot be run; the message says why. Nothing was changed. */
export class CommandError extends Error {}

const nobody = (username: string) => new CommandError(`There is no user "${username}".`);

/** @throws CommandError */
export async function findAccount(db: Reader, username: string): Promise<Account> {
  const user = await readAccountByName(db, username);
  if (user === undefined) throw nobody(username);
  return user;
}

/** As `findAccount`, locked until the end of the transaction. @throws CommandError */
export async function lockAccount(tx: Tx, username: string): Promise<Locked<Account>> {
  const user = await lockAccountByName(tx, username);
  if (user === undefined) throw nobody(username);
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

export const isObjectId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Makes a reader of one of several words. */
export const oneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new InvalidArgumentError(`It must be ${words.join(' or ')}.`);
    return word;
  };

/** Reads the id of an object, in one form. */
export function objectId(text: string): string {
  if (!isObjectId(text)) {
    throw new InvalidArgumentError('It must be an id like 01a1f82f-1e80-7165-bb6b-52bced39bae7.');
  }
  return text.toLowerCase();
}

/** Reads an amount with its sign into minor units. */
export const signed = (scale: Scale) => (text: string) => {
  const sign = /^[+-]/.exec(text)?.[0];
  const units = positive(scale)(text.slice(sign?.length ?? 0));
  return sign === '-' ? -units : units;
};

/** Reads a day of Moscow's calendar into the moment in which it begins. */
export function day(text: string): Date {
  const start = dayStart(text);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(start.getTime()) || moscowDay(start) !== text)
    throw new InvalidArgumentError('It must be a day like 2026-11-23.');
  return start;
}

/** Makes a reader of whole numbers. */
export const whole = (from: number, to: number) => (text: string) => {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= from && number <= to))
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  return number;
};
