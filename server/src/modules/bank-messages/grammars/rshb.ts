import type { Grammar } from '../grammar.ts';

export const rshb: Grammar = {
  bank: 'Россельхозбанк',
  applications: ['ru.rshb.dbo', 'ru.rshb.mbank', 'RSHB', 'РСХБ', 'Rosselhozbank', 'Россельхозбанк', 'РСХБ Онлайн'],
  income: [
    'успешный перевод {sender} из {bank} зачислено {amount}',
    'зачислено {amount} {account}',
    'зачислено {amount} от {sender}',
    'зачисление {amount} {account}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'поступление {amount} {account}',
    'поступление {amount} от {sender}',
    'перевод {amount} от {sender}',
  ],
  ignored: ['счет rub'],
};
