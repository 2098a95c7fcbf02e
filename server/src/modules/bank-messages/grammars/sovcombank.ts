import type { Grammar } from '../grammar.ts';

export const sovcombank: Grammar = {
  bank: 'Совкомбанк',
  applications: ['ru.sovcomcard.halva.v1', 'ru.sovcombank.app', 'Sovcombank', 'Совкомбанк', 'Халва', 'Halva'],
  income: [
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'зачисление {amount} {account}',
    'зачисление {amount} от {sender}',
    'зачислено {amount} {account}',
    'зачислено {amount} на {account}',
    'зачислено {amount} от {sender}',
    'на {account} зачислено {amount}',
    'поступление {amount} {account}',
    'поступление {amount} на {account}',
    'поступление {amount} от {sender}',
    'поступил перевод {amount} от {sender}',
    'поступил перевод {amount} из {bank} от {sender}',
    'пополнение на {amount} {account}',
    'пополнение {amount} {account}',
    'перевод {amount} от {sender}',
    'вам перевели {amount} {sender}',
  ],
  ignored: ['счет rub'],
};
