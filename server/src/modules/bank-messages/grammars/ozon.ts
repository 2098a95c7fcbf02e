import type { Grammar } from '../grammar.ts';

export const ozon: Grammar = {
  bank: 'Озон Банк',
  // Not the shop's application: sellers write in it what they like.
  applications: ['ru.ozon.fintech.finance', 'ru.ozonbank', 'ru.ozon.bank', 'OzonBank', 'Озон Банк', 'Ozon Банк'],
  // «Пополнение со своего счёта» is the trader's own money.
  income: [
    'пополнение на {amount}',
    'пополнение {amount}',
    'пополнение на {amount} от {sender}',
    'перевод {amount} от {sender}',
    'перевод от {sender} +{amount}',
    'входящий перевод {amount} от {sender}',
    'поступление {amount} от {sender}',
    'вам перевели {amount}',
    '+{amount} перевод {sender}',
  ],
  ignored: ['счет rub'],
};
