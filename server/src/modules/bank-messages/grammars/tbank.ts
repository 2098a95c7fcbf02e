import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const tbank: Grammar = {
  bank: 'Т-Банк',
  income: [
    ...FROM_A_PERSON,
    'пополнение {amount}',
    'пополнение на {amount}',
    'вам перевели {amount}',
    'вам перевели {amount} из {bank}',
    'перевел вам {amount} {sender}',
    'перевела вам {amount} {sender}',
    'перевел(а) вам {amount} {sender}',
  ],
  outgoing: ['перевод {amount}', 'перевод на {amount}'],
  sites: ['tinkoff.ru', 'tbank.ru'],
};
