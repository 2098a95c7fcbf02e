import type { Grammar } from '../grammar.ts';

export const mts: Grammar = {
  bank: 'МТС Банк',
  // Not `MTS`: that is the telephone.
  applications: [
    ...['ru.mtsbank.mtsbankmobile', 'ru.mtsbank.mobile', 'ru.mtsbank', 'ru.lewis.dbo', 'ru.mts.money'],
    ...['MTS-Bank', 'МТС-Банк', 'МТС Банк', 'МТС Деньги', 'MTS Dengi'],
  ],
  income: [
    'приход по {account} {amount}',
    'пополнение {amount} {account}',
    'пополнение на {amount} {sender}',
    'поступление {amount} {sender} {sbp}',
    'поступление {amount} от {sender}',
    'поступление {amount} из {bank} от {sender}',
    'зачисление {amount} от {sender}',
    'зачислен перевод {amount} от {sender}',
    'входящий перевод {amount} от {sender}',
    'перевод {amount} от {sender}',
    'вам перевели {amount} {sender}',
    // From another bank; to another's card it is said otherwise.
    'перевод на карту {amount} perevod dr bank {account} {balance}',
  ],
  ignored: ['счет rub'],
};
