import { compile, type CompiledGrammar } from './grammar.ts';
import { generic } from './grammars/generic.ts';
import { GRAMMARS } from './grammars/index.ts';
import { fold } from './normalise.ts';
import { SENDERS, SMS_APPLICATIONS } from './senders.ts';

const MAX_NAME_LENGTH = 100;

/** A sender's name without case, spaces and hyphens, which people and phones write differently. Packages keep their dots, numbers their plus. */
const nameOf = (application: string) => fold(application.normalize('NFKC')).replaceAll(/[^\p{L}\d.+]/gu, '');

/** How a sender's messages are read. */
export interface Speaker {
  /** The bank's name as in the table of banks; undefined: nobody knows whose sender it is, and no message of it pays. */
  bank?: string;
  grammar: CompiledGrammar;
  /** The grammar is the bank's own. */
  isOwn: boolean;
}

const GENERIC = compile(generic);
const OWN = new Map(GRAMMARS.map((grammar) => [grammar.bank, compile(grammar)]));

const BY_NAME = new Map<string, Speaker>();
for (const { bank, packages, names } of SENDERS) {
  const own = OWN.get(bank);
  const speaker = { bank, grammar: own ?? GENERIC, isOwn: own !== undefined };
  for (const name of [...packages, ...names]) BY_NAME.set(nameOf(name), speaker);
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
export function speakerOf(application: string): Speaker | undefined {
  if (application.length > MAX_NAME_LENGTH) return undefined;
  const name = nameOf(application);
  return BY_NAME.get(name) ?? (SPEAKS_OF_BANKS.test(name) ? UNKNOWN : undefined);
}
