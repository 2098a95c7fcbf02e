import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const alfabank: Grammar = {
  bank: 'Альфа-Банк',
  income: [
    ...FROM_A_PERSON,
    'поступление {amount}',
    'поступление {amount} на {account}',
    'пополнение на {amount}',
    'пополнение {amount} {balance}',
    'перевод на {amount} из {bank} от {sender}',
    'перевод от {sender} из {bank} +{amount}',
    '+{amount} на {account} перевод {sender}',
    '+{amount} на {account} {sender} {balance}',
    '+{amount} перевод {sender}',
    '+{amount} перевод от {sender}',
    '+{amount} от {sender}',
    '+{amount} поступление {balance}',
    '{amount} поступление {balance}',
    'вам перевели {amount} {balance}',
    'пополнение {amount} {account}',
  ],
  ignored: [
    'уведомление',
    'podrobnosti v mobilnom banke',
    'подробности в мобильном банке',
    'подробности в приложении',
    'успешно',
  ],
  sites: ['alfabank.ru'],
};
