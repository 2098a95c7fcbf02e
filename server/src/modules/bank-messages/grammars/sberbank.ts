import type { Grammar } from '../grammar.ts';

export const sberbank: Grammar = {
  bank: 'Сбербанк',
  applications: [
    ...['ru.sberbankmobile', 'ru.sberbank.android', 'ru.sberbank', 'ru.sberbank.sbbol'],
    ...['900', 'Sberbank', 'Сбербанк', 'Сбер', 'Sber', 'СберБанк Онлайн', 'SberBank Online', 'ПАО Сбербанк'],
  ],
  income: [
    'перевод {amount} от {sender}',
    'перевод из {bank} {amount} от {sender}',
    'перевод от {sender} +{amount}',
    'перевод от {sender} {amount} {balance}',
    'перевод от {sender} из {bank} +{amount}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount}',
    'зачисление {amount}',
    'зачисление средств {amount}',
    'зачисление перевода {amount}',
    'зачисление перевода {amount} от {sender}',
    'зачисление {amount} от {sender}',
    'зачисление {amount} из {bank}',
    'зачисление {amount} из {bank} от {sender}',
    'зачислено {amount}',
    'зачислено {amount} от {sender}',
    'поступление {amount}',
    'поступление {amount} от {sender}',
    'пополнение {amount}',
    'пополнение на {amount}',
    'пополнение {amount} от {sender}',
    'вам перевод {amount} от {sender}',
    'вам поступил перевод {amount} от {sender}',
    // One SMS of both, joined by the phone.
    'зачисление {amount} перевел(а) вам {amount}',
  ],
  // Comes after the SMS that says how much is left.
  duplicates: ['перевел(а) вам {amount} {sender}', 'зачисление из {bank} перевел(а) вам {amount} {sender}'],
  ignored: ['счет rub'],
};
