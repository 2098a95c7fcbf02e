import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Reading } from '../../src/modules/bank-messages/index.ts';

/** Roubles with two places, into kopecks. */
const money = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .transform((roubles) => BigInt(roubles.replace('.', '')));

const message = z.strictObject({
  /** Who sent the SMS, or whose notification it is. */
  application: z.string(),
  /** Which bank's sender it is, where the file is not of one bank. */
  bank: z.string().optional(),
  text: z.string(),
  /** The expected reading; a detail that is absent here must not be found. */
  kind: z.enum(['income', 'duplicate', 'outgoing', 'block', 'unknown']),
  amount: money.optional(),
  tail: z.string().regex(/^\d+$/).optional(),
  balance: money.optional(),
  sender: z.string().optional(),
});

/** The messages of one bank: `bank` is by which grammar they are read; without it, by none. */
const file = z.strictObject({ bank: z.string().optional(), messages: z.array(message).min(1) });

export interface Fixture {
  /** For the reports: the file, the place in it, the beginning of the text. */
  name: string;
  application: string;
  text: string;
  expected: Reading;
}

function readFixtures(path: URL): Fixture[] {
  const { bank, messages } = file.parse(JSON.parse(readFileSync(path, 'utf8')));
  return messages.map(({ application, bank: own = bank, text, kind, amount, tail, balance, sender }, n) => {
    const expected: Reading = { kind, ...(own !== undefined && { bank: own }) };
    if (amount !== undefined) expected.kopecks = amount;
    if (tail !== undefined) expected.tail = tail;
    if (balance !== undefined) expected.balance = balance;
    if (sender !== undefined) expected.sender = sender;
    const beginning = text.replaceAll(/\s+/g, ' ').slice(0, 60);
    return { name: `${basename(path.pathname, '.json')} ${n + 1}: ${kind}: ${beginning}`, application, text, expected };
  });
}

/** Every message of every file beside this one. */
export const FIXTURES: readonly Fixture[] = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .flatMap((name) => readFixtures(new URL(name, import.meta.url)));

const hostile = z.array(z.strictObject({ why: z.string(), application: z.string(), text: z.string() }));

/** Texts of which none may ever be an income, and why. */
export const NEVER_INCOME = hostile.parse(
  JSON.parse(readFileSync(new URL('hostile/never-income.json', import.meta.url), 'utf8')),
);
