import type { BankMessage } from '@kantor/demo/bank-texts.ts';

const T_BANK = 2;

/** Orders of one sum at one bank, enough of them for two to be on one phone. Minutes before the end of the story. */
export const TWINS = { minutes: 4, count: 3, amount: 1850_00n, bankId: T_BANK } as const;

/** What a trader is to look at himself: messages of the last day that pay nothing. Minutes before the end, and the phone. */
export const DOUBTS: readonly (readonly [minutes: number, phone: string, message: BankMessage])[] = [
  [
    310,
    '+79990010303',
    { application: 'Почта Банк', text: 'Карта *3345 заблокирована. Обратитесь в банк, чтобы получить новую' },
  ],
  [
    88,
    '+79990010101',
    { application: '900', text: 'СЧЁТ4417 10:12 Перевод из ВТБ +777р от Иван И. Баланс: 41020.15р' },
  ],
  // Fits both twins of this phone.
  [
    3,
    '+79990010101',
    {
      application: 'com.idamob.tinkoff.android',
      text: 'Пополнение, счет RUB. 1\u00A0850 ₽. Анна К. Доступно 28\u00A0310 ₽',
    },
  ],
];
