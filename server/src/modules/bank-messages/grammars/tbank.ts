import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const tbank: Grammar = {
  bank: 'Т-Банк',
  applications: [
    ...[
      'com.idamob.tinkoff.android',
      'ru.tinkoff',
      'ru.tinkoff.mobile',
      'ru.tinkoff.sme',
      'ru.tbank.mobile',
      'ru.tcsbank.android',
    ],
    ...[
      'T-Bank',
      'TBank',
      'Т-Банк',
      'Tinkoff',
      'Tinkoff.ru',
      'Тинькофф',
      'Тинькофф Банк',
      'Tinkoff Bank',
      'T-Банк',
      'Т-Бизнес',
    ],
  ],
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
