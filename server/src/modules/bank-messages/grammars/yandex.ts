import type { Grammar } from '../grammar.ts';

export const yandex: Grammar = {
  bank: 'Яндекс Банк',
  applications: ['com.yandex.bank', 'ru.yandex.bank', 'YandexBank', 'Яндекс Банк', 'Яндекс Пэй'],
  income: [
    'пополнение на {amount}',
    'пополнение на {amount} от {sender}',
    'перевод {amount} от {sender}',
    'перевод от {sender} +{amount}',
    'входящий перевод {amount} {sender}',
    'входящий перевод {amount} от {sender}',
    'поступил перевод {amount} {sender}',
    'поступил перевод {amount} из {bank} {sender}',
    'поступил перевод {amount} от {sender}',
    'поступил перевод {amount} из {bank} от {sender}',
    'вам перевели {amount} {sender}',
    'зачисление {amount} от {sender}',
    '+{amount} перевод {sender}',
    '+{amount} перевод от {sender}',
    '+{amount} от {sender}',
  ],
  ignored: ['счет rub'],
};
