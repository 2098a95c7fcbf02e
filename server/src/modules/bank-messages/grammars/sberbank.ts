import type { Grammar } from '../grammar.ts';
import { FROM_A_PERSON } from './from-a-person.ts';

export const sberbank: Grammar = {
  bank: 'Сбербанк',
  income: [
    ...FROM_A_PERSON,
    'перевод из {bank} {amount} от {sender}',
    'перевод от {sender} {amount} {balance}',
    'перевод от {sender} из {bank} +{amount}',
    'перевод из {bank} от {sender} +{amount}',
    'зачислен перевод {amount}',
    'зачислен перевод {amount} из {bank}',
    'зачисление {amount}',
    'зачисление средств {amount}',
    'зачисление перевода {amount}',
    'зачисление {amount} из {bank}',
    'зачислено {amount}',
    'поступление {amount}',
    // One SMS of both, joined by the phone.
    'зачисление {amount} перевел(а) вам {amount}',
    // Of older years: the only message, as it says how much is left.
    'перевел(а) вам {amount} {sender} {account} {balance}',
  ],
  // Comes after the SMS that says how much is left.
  duplicates: ['перевел(а) вам {amount} {sender}', 'зачисление из {bank} перевел(а) вам {amount} {sender}'],
  sites: ['sberbank.ru', 'sber.ru'],
};
