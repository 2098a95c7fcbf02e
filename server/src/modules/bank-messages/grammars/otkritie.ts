import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const otkritie: Grammar = {
  bank: 'Банк Открытие',
  income: [
    ...FROM_A_PERSON,
    'вам перевели {amount} на {account}',
    'вам перевели {amount} на {account} от {sender}',
    'на {account} зачислено {amount}',
    'зачислено {amount} на {account}',
    'пополнена на {amount} {account}',
    'пополнена на {amount} {account} телефон {phone}',
    'пополнение на {amount} {account}',
  ],
  sites: ['open.ru'],
};
