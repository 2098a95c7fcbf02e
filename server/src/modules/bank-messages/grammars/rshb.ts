import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const rshb: Grammar = {
  bank: 'Россельхозбанк',
  income: [
    ...FROM_A_PERSON,
    'успешный перевод {sender} из {bank} зачислено {amount}',
    'зачислено {amount} {account}',
    'зачисление {amount} {account}',
    'поступление {amount} {account}',
    'рсхб пополнение {amount} одобр {account}',
  ],
  sites: ['rshb.ru'],
};
