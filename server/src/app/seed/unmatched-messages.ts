import type { BankMessage } from '@kantor/demo/bank-texts.ts';

const T_BANK = 2;

/**
 * Orders of one amount at one bank whose messages name no card. They are issued while one of its requisites is on another phone: on one
 * they would not be. Minutes before the end of the last day.
 */
export const MOVED = { requisite: 'Т-Банк мелкие', from: '+79990010101', to: '+79990010202' } as const;
export const EQUAL_AMOUNTS = { minutes: 4, count: 3, amount: 1850_00n, bankId: T_BANK } as const;

/** Messages of the last day that pay no order, for a trader to look at. Minutes before the end, and the phone. */
export const UNMATCHED_MESSAGES: readonly (readonly [minutes: number, phone: string, message: BankMessage])[] = [
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
  // Fits two orders of an equal amount on this phone.
  [
    3,
    '+79990010101',
    {
      application: 'com.idamob.tinkoff.android',
      text: 'Пополнение, счет RUB. 1\u00A0850 ₽. Анна К. Доступно 28\u00A0310 ₽',
    },
  ],
];
