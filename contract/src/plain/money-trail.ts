/** Why money moved, in words. */
export const POSTING_TEXT = {
  deposit: 'Пополнение',
  order_hold: 'Удержание под заказ',
  order_release: 'Возврат удержания по заказу',
  order_close: 'Закрытие заказа',
  order_reversal: 'Возврат по заказу',
  appeal_hold: 'Удержание под апелляцию',
  appeal_release: 'Возврат удержания по апелляции',
  earnings_move: 'Перевод заработка',
  withdrawal_hold: 'Удержание под вывод',
  withdrawal_release: 'Возврат удержания по выводу',
  withdrawal_close: 'Вывод отправлен',
  payout_hold: 'Удержание под выплату',
  payout_release: 'Возврат удержания по выплате',
  payout_close: 'Выплата выполнена',
  payout_settle: 'Выплата зачтена',
  payout_return: 'Возврат по выплате',
  adjustment: 'Корректировка',
} as const;
export type PostingKind = keyof typeof POSTING_TEXT;
export const POSTING_KINDS = Object.keys(POSTING_TEXT) as [PostingKind, ...PostingKind[]];

/** The parts of a balance: of accounts, and the platform's `custody` and `revenue`. */
export const ACCOUNT_PARTS = ['available', 'held', 'earned', 'owed', 'custody', 'revenue'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** The parts of a trader's or a merchant's balance. */
export const OWNED_PARTS = ['available', 'held', 'earned', 'owed'] as const;
export type OwnedPart = (typeof OWNED_PARTS)[number];

/** The parts of a trader's and of a merchant's balance, each with a statement. */
export const PARTS_OF = {
  trader: ['available', 'held', 'earned'],
  merchant: ['available', 'held', 'owed'],
} as const satisfies Record<string, readonly OwnedPart[]>;

/** The reasons of an entry on one part, in words: its posting, or what of it makes a merchant's debt or pays it. */
export const ENTRY_TEXT = { ...POSTING_TEXT, debt: 'Возник долг', debt_payment: 'Погашение долга' } as const;
type EntryReason = keyof typeof ENTRY_TEXT;
export const ENTRY_REASONS = Object.keys(ENTRY_TEXT) as [EntryReason, ...EntryReason[]];
