import { compile, type CompiledGrammar } from './grammar.ts';
import { generic } from './grammars/generic.ts';
import { GRAMMARS } from './grammars/index.ts';
import { fold } from './normalise.ts';

const LONGEST_NAME = 100;

/** Without what people and phones write differently: case, spaces, hyphens. Packages keep their dots, numbers their plus. */
const nameOf = (application: string) => fold(application.normalize('NFKC')).replaceAll(/[^\p{L}\d.+]/gu, '');

const BY_APPLICATION = new Map<string, CompiledGrammar>();
for (const grammar of GRAMMARS) {
  const compiled = compile(grammar);
  for (const application of grammar.applications) BY_APPLICATION.set(nameOf(application), compiled);
}

const GENERIC = compile(generic);

/** Names of banks without a grammar that do not say so. */
const OTHER_BANKS = new Set(
  'PSB,ПСБ,Uralsib,Уралсиб,RNKB,РНКБ,MKB,МКБ,UBRR,УБРиР,DOM.RF,ДОМ.РФ,AKBARS,Ак Барс,HomeCredit,ru.nspk.sbpay,СБПэй'
    .split(',')
    .map(nameOf),
);
const SAYS_BANK = new RegExp(['bank', 'банк'].map(fold).join('|'), 'u');

/**
 * The grammar that an application's messages are read by. Undefined: nobody whom a bank would let speak for it. A text of a stranger's
 * telephone number, of a messenger, of a shop proves nothing, however much it looks like a bank's.
 */
export function grammarOf(application: string): { grammar: CompiledGrammar; isKnown: boolean } | undefined {
  if (application.length > LONGEST_NAME) return undefined;
  const name = nameOf(application);
  const grammar = BY_APPLICATION.get(name);
  if (grammar) return { grammar, isKnown: true };
  return SAYS_BANK.test(name) || OTHER_BANKS.has(name) ? { grammar: GENERIC, isKnown: false } : undefined;
}
