import { compile, type CompiledGrammar } from './grammar.ts';
import { generic } from './grammars/generic.ts';
import { GRAMMARS } from './grammars/index.ts';
import { fold } from './normalise.ts';
import { SENDERS, SMS_APPLICATIONS } from './senders.ts';

const MAX_NAME_LENGTH = 100;

/**
 * A sender's name in lower case; a phone may write its dashes and spaces so that no line breaks there. Nothing else is made
 * alike: `900!`, `9-00` and `900 ` can be bought, and so can `BTB`, which looks like `ВТБ`.
 */
const nameOf = (application: string) =>
  application
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .toLowerCase();

/** How a sender's messages are read. */
export interface Speaker {
  /** The bank's name as in the table of banks; undefined: nobody knows whose sender it is, and no message of it pays. */
  bank?: string;
  grammar: CompiledGrammar;
  /** The grammar is the bank's own. */
  isOwn: boolean;
}

/** How a text is read whoever speaks. */
export const GENERIC = compile(generic);
const OWN = new Map(GRAMMARS.map((grammar) => [grammar.bank, compile(grammar)]));

/** The name of an SMS's sender has so many signs at most: `ru.bspb` may be one, and be sold to anybody. */
export const MAX_SMS_NAME_LENGTH = 11;

const BY_NAME = new Map<string, Speaker>();
/** Packages that the sender of an SMS may have for a name: only a notification proves them. */
const SHORT_PACKAGES = new Map<string, Speaker>();
for (const { bank, packages, names } of SENDERS) {
  const own = OWN.get(bank);
  const speaker = { bank, grammar: own ?? GENERIC, isOwn: own !== undefined };
  for (const name of names) BY_NAME.set(nameOf(name), speaker);
  for (const name of packages)
    (name.length > MAX_SMS_NAME_LENGTH ? BY_NAME : SHORT_PACKAGES).set(nameOf(name), speaker);
}

/** Names that are no bank's, and yet speak of a bank's money: their messages are shown, and never pay. */
const SPEAKS_OF_BANKS = new RegExp(['bank', 'банк', 'sbpay', 'СБПэй'].map(fold).join('|'), 'u');
const UNKNOWN: Speaker = { grammar: GENERIC, isOwn: false };

const SMS_SHOWN = new Set(SMS_APPLICATIONS.map(nameOf));

/** Whether an application shows SMS under a title that a stranger may have chosen. */
export const showsSms = (application: string): boolean => SMS_SHOWN.has(nameOf(application));

/**
 * The speaker of a sender's messages. A name is a bank's as a whole or not at all: anybody can buy a name that contains
 * one. Undefined: no bank would let the sender speak for it. A text of a stranger's telephone number, of a messenger or of
 * a shop proves nothing, however much it looks like a bank's.
 */
export function speakerOf(application: string, isNotification: boolean): Speaker | undefined {
  if (application.length > MAX_NAME_LENGTH) return undefined;
  const name = nameOf(application);
  const short = isNotification ? SHORT_PACKAGES.get(name) : undefined;
  return short ?? BY_NAME.get(name) ?? (SPEAKS_OF_BANKS.test(fold(name)) ? UNKNOWN : undefined);
}
