import type { Grammar } from '../grammar.ts';

export const gazprombank: Grammar = {
  bank: 'Газпромбанк',
  applications: [
    ...['ru.gazprombank.android.mobilebank.app', 'ru.gazprombank.android', 'ru.gazprombank'],
    ...['GPB', 'Gazprombank', 'Газпромбанк', 'ГПБ', 'Telecard', 'GPBank', 'Телекард'],
  ],
  income: [
    'получен перевод {amount}',
    'получен перевод {amount} от {sender}',
    'получен перевод {amount} из {bank} от {sender}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'зачисление {amount}',
    'зачисление {amount} от {sender}',
    'поступление {amount} от {sender}',
    'пополнение {amount} {sender}',
    'пополнение на {amount} {sender}',
    'перевод {amount} от {sender}',
    'входящий перевод {amount} от {sender}',
    'вам перевели {amount} {sender}',
  ],
  ignored: ['счет rub', 'cup standard'],
};
