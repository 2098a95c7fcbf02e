import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const pochta: Grammar = {
  bank: 'Почта Банк',
  income: [
    ...FROM_A_PERSON,
    'счет пополнен на {amount} {account}',
    'счет пополнение на {amount} {account}',
    'пополнение на {amount} {account}',
    'пополнение {amount} {account}',
    'зачислено {amount} {account}',
    'зачислен перевод {amount} {sbp}',
    'перевод +{amount} на {account} {balance}',
  ],
  ignored: ['russia'],
  sites: ['pochtabank.ru'],
};
