import type { Grammar } from '../grammar.ts';

export const raiffeisen: Grammar = {
  bank: 'Райффайзен Банк',
  applications: [
    ...['ru.raiffeisennews', 'ru.raiffeisen.mobile.new', 'ru.raiffeisen', 'ru.raiffeisenbank'],
    ...[
      'Raiffeisen',
      'Raiffeisenbank',
      'Raiffeisen Bank',
      'Райффайзен',
      'Райффайзен Банк',
      'Райффайзенбанк',
      'Райффайзен Онлайн',
    ],
  ],
  income: [
    'зачислено {amount} {account}',
    'зачислен перевод {amount} {account}',
    'зачислен перевод {amount} на {account}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} на {account} от {sender}',
    'зачисление {amount} {account}',
    'зачисление {amount} {account} от {sender}',
    'баланс пополнился на {amount} {account}',
    'пополнили {amount} {balance}',
    'платеж с номера {phone} {amount} {account}',
    'входящий перевод {amount} {sender}',
    'входящий перевод {amount} от {sender}',
    'перевод {amount} от {sender}',
    '{amount} от {sender} {balance}',
    '+{amount} от {sender}',
    '{amount} и сообщение от {sender} {balance}',
    'пополнение на {amount} {sender}',
  ],
  ignored: ['счет rub'],
};
