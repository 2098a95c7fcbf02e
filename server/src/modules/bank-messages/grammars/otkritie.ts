import type { Grammar } from '../grammar.ts';

export const otkritie: Grammar = {
  bank: 'Банк Открытие',
  applications: ['com.openbank', 'ru.openbank.mobile', 'Otkritie', 'OTKRITIE', 'Открытие', 'Банк Открытие', 'Openbank'],
  income: [
    'вам перевели {amount} на {account}',
    'вам перевели {amount} на {account} от {sender}',
    'на {account} зачислено {amount}',
    'зачислено {amount} на {account}',
    'пополнена на {amount} {account}',
    'пополнена на {amount} {account} телефон {phone}',
    'пополнение на {amount} {account}',
    'зачислен перевод {amount} от {sender}',
    'поступление {amount} от {sender}',
  ],
  ignored: ['счет rub'],
};
