import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const mts: Grammar = {
  bank: 'МТС Банк',
  // Not `MTS`: that is the telephone.
  income: [
    ...FROM_A_PERSON,
    'приход по {account} {amount}',
    'пополнение {amount} {account}',
    'поступление {amount} {sender} {sbp}',
    // From another bank; to another's card it is said otherwise.
    'перевод на карту {amount} perevod dr bank {account} {balance}',
    'перевод на {account} {amount} perevod dr bank {balance}',
  ],
  sites: ['mtsbank.ru'],
};
