import type { Grammar } from '../grammar.ts';

/** The common phrases, for banks without a grammar. They ask for two signs of a bank's message besides, and no payer's comment. */
export const generic: Omit<Grammar, 'bank'> = {
  income: [
    'зачислен перевод {amount}',
    'зачислен перевод {amount} от {sender}',
    'зачислен перевод {amount} из {bank} от {sender}',
    'зачисление {amount}',
    'зачисление {amount} от {sender}',
    'зачисление {amount} на {account} от {sender}',
    'зачисление на {amount}',
    'зачислено {amount}',
    'зачислено {amount} от {sender}',
    'поступление {amount}',
    'поступление {amount} от {sender}',
    'пополнение {amount}',
    'пополнение на {amount}',
    'пополнение {amount} на {account} от {sender}',
    'пополнение {amount} на {account} от {sender} успешно',
    'перевод от {sender} из {bank} {amount} на {account} исполнен',
    'получен перевод {amount} от {sender}',
    'входящий перевод {amount} от {sender}',
    'вам перевели {amount} {sender}',
  ],
  sites: ['otpbank.ru', 'psbank.ru', 'rosbank.ru', 'rncb.ru', 'akbars.ru', 'uralsib.ru', 'bspb.ru', 'domrfbank.ru'],
};
