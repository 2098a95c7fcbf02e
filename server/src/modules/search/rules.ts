import { SCALE } from '@kantor/contract/plain/money.ts';
import { foundBy, type FoundKind } from '@kantor/contract/plain/search.ts';
import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { idMeanings, sumMeaning } from '../../kernel/search-terms.ts';

/** What a text may be, each an exact key. */
export interface Keys {
  /** A merchant's own number, or somebody's name. */
  text: string;
  /** An id, or so much of its beginning that only what was made in one millisecond has it. */
  ids?: { from: string; to: string };
  /** An order's, as screens show it. */
  shortName?: string;
  kopecks?: bigint;
  microUsdt?: bigint;
  /** The end of a phone, a card or an account: from 4 to 10 digits. */
  ending?: string;
  /** Of a transaction: 64 digits, lower case. */
  hash?: string;
  address?: string;
}

/** The beginning of an id that tells its millisecond. */
const MOMENT_LENGTH = '01939c2f-7a10'.length;
/** Names are looked for from so many characters. */
const MIN_NAME_LENGTH = 2;

const ENDING = /^[•*…. ]*(\d{4})$/;
/** A phone, a card or an account as people write it. */
const WHOLE_NUMBER = /^\+?\d(?:[ ()\u{A0}-]{0,2}\d){9,24}$/u;
/** Of a whole number so many last digits are compared: 8 and +7 are the same country. */
const COMPARED_DIGITS = 10;
const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

function endingOf(text: string): string | undefined {
  const [, short] = ENDING.exec(text) ?? [];
  if (short !== undefined) return short;
  return WHOLE_NUMBER.test(text) ? text.replaceAll(/\D/g, '').slice(-COMPARED_DIGITS) : undefined;
}

/** Everything that a typed text may be. It is never a part of a name or a pattern: `%` and `_` are themselves. */
export function keysOf(typed: string): Keys {
  const text = typed.trim();
  const meanings = idMeanings(text);
  const ids = meanings.find((meaning) => meaning.kind === 'id');
  const short = meanings.find((meaning) => meaning.kind === 'short');
  const isMoment = ids !== undefined && ids.from.slice(0, MOMENT_LENGTH) === ids.to.slice(0, MOMENT_LENGTH);
  const found: { [Name in keyof Keys]: Keys[Name] | undefined } = {
    text,
    ids: isMoment ? { from: ids.from, to: ids.to } : undefined,
    shortName: short?.name,
    kopecks: sumMeaning(text, SCALE.rub),
    microUsdt: sumMeaning(text, SCALE.usdt),
    ending: endingOf(text),
    hash: HASH.exec(text)?.[1]?.toLowerCase(),
    address: ADDRESS.test(text) ? text : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined)) as unknown as Keys;
}

/** The text as a name; undefined when it is too short for one. */
export const nameOf = ({ text }: Keys): string | undefined => (text.length < MIN_NAME_LENGTH ? undefined : text);

/** Who searches. */
export interface Searcher {
  role: Role;
  accountId: string;
  kinds: readonly FoundKind[];
  /** Whether they see who belongs to the platform's own account. */
  seesStaff: boolean;
}

/** The kinds that somebody finds; a merchant's server searches nothing. */
export const kindsOf = ({ role, memberRole }: { role: Role; memberRole?: MemberRole }): readonly FoundKind[] =>
  memberRole === undefined ? [] : foundBy({ role, memberRole });
