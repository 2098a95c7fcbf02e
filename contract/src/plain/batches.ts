/** The most rows that a file may have beside its heads, and columns. */
export const MAX_BATCH_ROWS = 5000;
export const MAX_BATCH_COLUMNS = 50;

/**
 * Of a batch of payouts. `columns`: its columns are to be named; `checked`: its rows are; `waiting`: for a second member;
 * `running`; `stopped`: by a person, or for want of what it needs; `done`; `cancelled`.
 */
export const BATCH_STATES = ['columns', 'checked', 'waiting', 'running', 'stopped', 'done', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Why a batch has stopped. `rate`: the rate that its sums were shown at is too old. */
export const BATCH_STOPS = ['person', 'rate', 'debt', 'disabled'] as const;
export type BatchStop = (typeof BATCH_STOPS)[number];

/**
 * Of a row. `good`, `warned` (its person has had this sum lately, or twice in the file) and `bad` as it was checked; `queued` it is to
 * become a payout, `skipped` it is left out; `done` it is one; `failed` it could not become one.
 */
export const BATCH_ROW_STATES = ['bad', 'warned', 'good', 'queued', 'skipped', 'failed', 'done'] as const;
export type BatchRowState = (typeof BATCH_ROW_STATES)[number];

/** What a column may hold. */
export const BATCH_FIELDS = ['amount', 'fio', 'phone', 'bank_account', 'recipient_bank', 'external_id'] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

/** The heads of columns as the screens, sentences and templates name them. */
export const BATCH_HEADS: Readonly<Record<BatchField, string>> = {
  amount: 'Сумма',
  fio: 'ФИО',
  phone: 'Телефон',
  bank_account: 'Номер счёта',
  recipient_bank: 'Банк получателя',
  external_id: 'Ваш номер',
};
