import type { Grammar } from '../grammar.ts';

export const pochta: Grammar = {
  bank: 'Почта Банк',
  applications: [
    ...['ru.letobank.prometheus', 'ru.pochtabank.android', 'ru.pochta.bank', 'ru.pochtabank'],
    ...['PochtaBank', 'Pochta Bank', 'Почта Банк'],
  ],
  income: [
    'счет пополнен на {amount} {account}',
    'счет пополнение на {amount} {account}',
    'пополнение на {amount} {account}',
    'пополнение {amount} {account}',
    'зачислено {amount} {account}',
    'зачислен перевод {amount} {sbp}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'перевод +{amount} на {account} {balance}',
    'перевод {amount} от {sender}',
    'поступление {amount} от {sender}',
    'вам перевели {amount} {sender}',
  ],
  ignored: ['russia', 'счет rub'],
};
