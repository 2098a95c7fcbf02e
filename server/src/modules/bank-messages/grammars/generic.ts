import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

/** The common phrases, for banks without a grammar. They ask for two signs of a bank's message besides, and no payer's comment. */
export const generic: Omit<Grammar, 'bank'> = {
  income: [
    ...FROM_A_PERSON,
    'зачислен перевод {amount}',
    'зачисление {amount}',
    'зачисление на {amount}',
    'зачислено {amount}',
    'поступление {amount}',
    'пополнение {amount}',
    'пополнение на {amount}',
    'пополнение {amount} на {account} от {sender}',
    'пополнение {amount} на {account} от {sender} успешно',
    'перевод от {sender} из {bank} {amount} на {account} исполнен',
  ],
  sites: ['otpbank.ru', 'psbank.ru', 'rosbank.ru', 'rncb.ru', 'akbars.ru', 'uralsib.ru', 'bspb.ru', 'domrfbank.ru'],
};
