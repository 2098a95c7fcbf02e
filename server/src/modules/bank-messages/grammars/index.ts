import type { Grammar } from '../grammar.ts';
import { alfabank } from './alfabank.ts';
import { gazprombank } from './gazprombank.ts';
import { mts } from './mts.ts';
import { otkritie } from './otkritie.ts';
import { ozon } from './ozon.ts';
import { pochta } from './pochta.ts';
import { raiffeisen } from './raiffeisen.ts';
import { rshb } from './rshb.ts';
import { sberbank } from './sberbank.ts';
import { sovcombank } from './sovcombank.ts';
import { tbank } from './tbank.ts';
import { vtb } from './vtb.ts';
import { yandex } from './yandex.ts';

/** A bank is a file here and a row in this list. */
export const GRAMMARS: readonly Grammar[] = [
  ...[sberbank, tbank, alfabank, vtb, raiffeisen, gazprombank, ozon, yandex, sovcombank, pochta, mts, otkritie, rshb],
];
