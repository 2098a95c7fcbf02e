import { sbpMemberName } from '@kantor/contract/plain/sbp-members.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { passesLuhn } from '../../../kernel/luhn.ts';
import { inRoubles } from '../../../kernel/money.ts';

/** The recipient of a payout as the merchant typed it. */
export interface TypedRecipient {
  isSbp: boolean;
  fio: string;
  /** Empty for none, as the account. */
  phone: string;
  /** The number of a card, or of an account. */
  bankAccount: string;
  /** The id of a member of СБП. */
  recipientBank: string | null;
}

/** Letters, and what stands between them in a name. */
const NAME = /^[\p{Script=Cyrillic}\p{Script=Latin}\p{M} .'’ʼ-]+$/u;
const LETTER = /\p{L}/u;
/** A Russian mobile number: СБП knows no others. */
const MOBILE = /^(?:\+?7|8)?(9\d{9})$/;
const CARD = /^[1-9]\d{15,18}$/;
const ACCOUNT = /^[1-9]\d{19}$/;

/** What people put between digits. */
const withoutGaps = (text: string) => text.replaceAll(/[\s\u2010-\u2015-]/g, '');
const withoutBrackets = (text: string) => text.replaceAll(/[()]/g, '');

function faultOfAccount(account: string): string | undefined {
  if (ACCOUNT.test(account)) return undefined;
  if (!CARD.test(account)) return 'Укажите номер карты (16–19 цифр) или счёта (20 цифр)';
  return passesLuhn(account) ? undefined : 'В номере карты ошибка: проверьте цифры';
}

/** A field with its value in one form, or what is wrong with it. */
type Read = { value: string; fault?: string | undefined };

function readPhone(typed: string, isSbp: boolean): Read {
  const value = withoutBrackets(withoutGaps(typed));
  if (value === '') return { value, fault: isSbp ? 'Для перевода по СБП укажите телефон получателя' : undefined };
  const digits = MOBILE.exec(value)?.[1];
  if (digits === undefined) return { value, fault: 'Укажите мобильный номер: +7 и десять цифр' };
  return { value: `+7${digits}` };
}

function readAccount(typed: string, isSbp: boolean): Read {
  const value = withoutGaps(typed);
  if (value !== '') return { value, fault: faultOfAccount(value) };
  return { value, fault: isSbp ? undefined : 'Укажите номер карты или счёта; для перевода по телефону включите СБП' };
}

function readName(typed: string): Read {
  const value = typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  const isName = NAME.test(value) && LETTER.test(value);
  return { value, fault: isName ? undefined : 'Укажите имя буквами, как в банке получателя' };
}

/**
 * The recipient in one form: +7 and ten digits, digits alone, single spaces; and the fault of each field, by its name in the API.
 * @param minAmount kopecks; a smaller payout has a fault with the rest.
 */
export function judgeRecipient<Typed extends TypedRecipient>(
  typed: Typed,
  amount: bigint,
  minAmount: bigint,
): { recipient: Typed; errors: { field: string; fault: string }[] } {
  const { isSbp, recipientBank } = typed;
  const fio = readName(typed.fio);
  const phone = readPhone(typed.phone, isSbp);
  const account = readAccount(typed.bankAccount, isSbp);
  const isMember = recipientBank === null || sbpMemberName(recipientBank) !== undefined;
  const faults = {
    amount: amount < minAmount ? `Наименьшая сумма выплаты — ${inRoubles(minAmount)}` : undefined,
    fio: fio.fault,
    phone: phone.fault,
    bank_account: account.fault,
    recipient_bank: isMember ? undefined : 'Такого банка нет среди участников СБП',
  };
  const errors = Object.entries(faults).flatMap(([field, fault]) => (fault === undefined ? [] : [{ field, fault }]));
  return { recipient: { ...typed, fio: fio.value, phone: phone.value, bankAccount: account.value }, errors };
}

/** As `judgeRecipient`. @throws ApiError 400 with the fault of each field. */
export function readRecipient<Typed extends TypedRecipient>(typed: Typed, amount: bigint, minAmount: bigint): Typed {
  const { recipient, errors } = judgeRecipient(typed, amount, minAmount);
  if (errors.length > 0) throw badRequest(Object.fromEntries(errors.map(({ field, fault }) => [field, [fault]])));
  return recipient;
}
