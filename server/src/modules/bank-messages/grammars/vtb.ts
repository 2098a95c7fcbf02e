import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const vtb: Grammar = {
  bank: 'ВТБ',
  income: [
    ...FROM_A_PERSON,
    'поступление {amount} {account}',
    'поступление {amount} перевод {account}',
    'зачисление {amount} {account}',
    'пополнение {amount} {account}',
    'безналичное пополнение {amount} {account}',
    'вам перевели {amount} на {account} {sender}',
  ],
  sites: ['vtb.ru', 'vtb24.ru'],
};
