import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const ozon: Grammar = {
  bank: 'Озон Банк',
  // «Пополнение со своего счёта» is the trader's own money.
  income: [
    ...FROM_A_PERSON,
    'пополнение на {amount}',
    'пополнение {amount}',
    'вам перевели {amount}',
    '+{amount} перевод {sender}',
  ],
  sites: ['bank.ozon.ru'],
};
