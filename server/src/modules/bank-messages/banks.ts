import { compile, type CompiledGrammar } from './grammar.ts';
import { generic } from './grammars/generic.ts';
import { GRAMMARS } from './grammars/index.ts';
import { fold } from './normalise.ts';

const MAX_NAME_LENGTH = 100;

/** An application's name without case, spaces and hyphens, which people and phones write differently. Packages keep their dots, numbers their plus. */
const nameOf = (application: string) => fold(application.normalize('NFKC')).replaceAll(/[^\p{L}\d.+]/gu, '');

const BY_APPLICATION = new Map<string, CompiledGrammar>();
for (const grammar of GRAMMARS) {
  const compiled = compile(grammar);
  for (const application of grammar.applications) BY_APPLICATION.set(nameOf(application), compiled);
}

const GENERIC = compile(generic);

/** Banks without a grammar whose names do not say `bank`. */
const OTHER_BANKS = new Set(
  'PSB,ПСБ,Uralsib,Уралсиб,RNKB,РНКБ,MKB,МКБ,UBRR,УБРиР,DOM.RF,ДОМ.РФ,AKBARS,Ак Барс,HomeCredit,ru.nspk.sbpay,СБПэй'
    .split(',')
    .map(nameOf),
);
const SAYS_BANK = new RegExp(['bank', 'банк'].map(fold).join('|'), 'u');

/**
 * The grammar for the messages of an application. Undefined: no bank would let the application speak for it. A text of a
 * stranger's telephone number, of a messenger or of a shop proves nothing, however much it looks like a bank's.
 */
export function grammarOf(application: string): { grammar: CompiledGrammar; isKnown: boolean } | undefined {
  if (application.length > MAX_NAME_LENGTH) return undefined;
  const name = nameOf(application);
  const grammar = BY_APPLICATION.get(name);
  if (grammar) return { grammar, isKnown: true };
  return SAYS_BANK.test(name) || OTHER_BANKS.has(name) ? { grammar: GENERIC, isKnown: false } : undefined;
}
