import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const gazprombank: Grammar = {
  bank: 'Газпромбанк',
  income: [
    ...FROM_A_PERSON,
    'получен перевод {amount}',
    'зачисление {amount}',
    'пополнение {amount} {sender}',
    'поступление {amount} {account}',
    '+{amount} {account} {balance}',
  ],
  ignored: ['cup standard'],
  sites: ['gazprombank.ru'],
};
