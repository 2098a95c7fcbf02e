import type { Grammar } from '../grammar.ts';
import { alfabank } from './alfabank.ts';
import { gazprombank } from './gazprombank.ts';
import { raiffeisen } from './raiffeisen.ts';
import { sberbank } from './sberbank.ts';
import { tbank } from './tbank.ts';
import { vtb } from './vtb.ts';

/** A bank is a row. */
export const GRAMMARS: readonly Grammar[] = [sberbank, tbank, alfabank, vtb, raiffeisen, gazprombank];
