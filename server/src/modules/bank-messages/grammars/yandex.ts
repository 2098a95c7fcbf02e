import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const yandex: Grammar = {
  bank: 'Яндекс Банк',
  income: [
    ...FROM_A_PERSON,
    'пополнение на {amount}',
    'входящий перевод {amount} {sender}',
    'поступил перевод {amount} {sender}',
    'поступил перевод {amount} из {bank} {sender}',
    '+{amount} перевод {sender}',
    '+{amount} перевод от {sender}',
    '+{amount} от {sender}',
  ],
  sites: ['bank.yandex.ru'],
};
