/** A bank account of a requisite. */
export interface BankAccount {
  /** The number of the phone that its bank writes to. */
  phone: string;
  /** The bank's name. */
  bank: string;
  /** The last digits of its card or number. */
  tail: string;
}

const TAIL = 4;
/** The bank knows the account, even if the requisite has its phone only. */
const UNKNOWN_TAIL = '0000';

/** The account behind a requisite's fields. */
export const bankAccount = (
  bank: string,
  {
    phone,
    last_4_digits_card: card,
    bank_account: number,
  }: Record<'phone' | 'last_4_digits_card' | 'bank_account', string>,
): BankAccount => ({ phone, bank, tail: card || number.slice(-TAIL) || UNKNOWN_TAIL });
