import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const sovcombank: Grammar = {
  bank: 'Совкомбанк',
  income: [
    ...FROM_A_PERSON,
    'зачисление {amount} {account}',
    'зачислено {amount} {account}',
    'зачислено {amount} на {account}',
    'на {account} зачислено {amount}',
    'поступление {amount} {account}',
    'поступление {amount} на {account}',
    'пополнение на {amount} {account}',
    'пополнение {amount} {account}',
    'халва пополнена на {amount} {balance}',
    'карта халва пополнена на {amount} {balance}',
  ],
  sites: ['sovcombank.ru'],
};
