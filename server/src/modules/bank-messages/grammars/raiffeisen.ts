import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const raiffeisen: Grammar = {
  bank: 'Райффайзен Банк',
  income: [
    ...FROM_A_PERSON,
    'зачислено {amount} {account}',
    'зачислен перевод {amount} {account}',
    'зачислен перевод {amount} на {account}',
    'зачисление {amount} {account}',
    'зачисление {amount} {account} от {sender}',
    'баланс пополнился на {amount} {account}',
    'пополнили {amount} {balance}',
    'платеж с номера {phone} {amount} {account}',
    'входящий перевод {amount} {sender}',
    '{amount} от {sender} {balance}',
    '+{amount} от {sender}',
    '{amount} и сообщение от {sender} {balance}',
  ],
  sites: ['raiffeisen.ru', 'raif.ru'],
};
