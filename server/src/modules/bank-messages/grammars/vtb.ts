import type { Grammar } from '../grammar.ts';

export const vtb: Grammar = {
  bank: 'ВТБ',
  applications: [
    ...['ru.vtb24.mobilebanking.android', 'ru.vtb24', 'ru.vtb', 'ru.vtb.mobile'],
    ...['VTB', 'ВТБ', 'VTB24', 'ВТБ Онлайн', 'VTB-Online', 'VTB Bank', 'Банк ВТБ'],
  ],
  income: [
    'поступление {amount} от {sender}',
    'поступление {amount} из {bank} от {sender}',
    'поступление {amount} {account}',
    'поступление {amount} перевод {account}',
    'поступление перевода {amount} от {sender}',
    'зачисление {amount} от {sender}',
    'зачисление {amount} {account}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'пополнение {amount} {account}',
    'безналичное пополнение {amount} {account}',
    'перевод {amount} от {sender}',
    'перевод от {sender} +{amount}',
    'входящий перевод {amount} от {sender}',
    'вам перевели {amount} {sender}',
    'вам перевели {amount} на {account} {sender}',
    'пополнение на {amount} {sender}',
  ],
  ignored: ['счет rub'],
};
