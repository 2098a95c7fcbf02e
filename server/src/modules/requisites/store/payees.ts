import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader, Statement } from '../../../db/tx.ts';
import type { BankData } from '../rules.ts';
import type { LockedRequisite } from './requisites.ts';

// A payee is a version of a requisite's bank data, and never changes. Orders lead to theirs.

/** The receiver of a payer's roubles. */
export interface PaymentDetails {
  bankName: string;
  fio: string;
  phone: string;
  bankAccount: string;
  last4: string;
}

/** Where bank data stand in a statement: a requisite's present ones, or those of an order's payee. */
type Source = 'requisite' | 'payee';

/** `PaymentDetails` of a statement's `requisite` or `payee`, and `bank`. */
export const paymentColumns = (source: Source) => {
  const column = (name: string) => sql.ref(`${source}.${name}`);
  return sql`
    bank.name as "bankName", ${column('fio')}, ${column('phone')}, ${column('bank_account')} as "bankAccount",
    ${column('last_4_digits_card')} as last4`;
};

/** The name on screens: the bank's short name, •, and the last 4 digits of the card or the phone. */
export const requisiteShortName = (source: Source) => sql<string>`
  bank.short_name || ' •' || coalesce(nullif(${sql.ref(`${source}.last_4_digits_card`)}, ''),
    right(${sql.ref(`${source}.phone`)}, 4))`;

/** Joins a statement's `orders` with the payee of each, and its bank. */
export const withPayee = (orders: 'o' | 'orders') => sql`
  join payee on payee.requisite_id = ${sql.ref(`${orders}.requisite_id`)}
    and payee.version = ${sql.ref(`${orders}.payee_version`)}
  join bank on bank.id = payee.bank_id`;

/** Whether a column ends with digits, 4 or more of them; by its last four, which an index has. */
export const endsWith = (column: string, digits: string): RawBuilder<boolean> => {
  const name = sql.ref(column);
  const isLong = digits.length > LAST_DIGITS;
  return sql`(right(${name}, 4) = ${digits.slice(-LAST_DIGITS)}
    ${isLong ? sql`and right(regexp_replace(${name}, '[^0-9]', '', 'g'), ${sql.lit(digits.length)}) = ${digits}` : sql``})`;
};
const LAST_DIGITS = 4;

/** The columns of bank data that may end with digits: a card is known by its last four alone. */
export const endingColumns = (digits: string): string[] => [
  'phone',
  'bank_account',
  ...(digits.length === LAST_DIGITS ? ['last_4_digits_card'] : []),
];

/** Everybody's payees whose phone, account or card ends with digits, as a query of `requisite_id` and `version`. */
export const payeesEnding = (digits: string): RawBuilder<unknown> =>
  sql.join(
    endingColumns(digits).map(
      (column) => sql`select requisite_id, version from payee where ${endsWith(column, digits)}`,
    ),
    sql` union `,
  );

/** Gives a requisite its next payee. Orders that have a number by now keep theirs. */
export async function changeBankData(
  tx: Statement,
  { id, traderId, payeeVersion }: LockedRequisite,
  { bankId, fio, phone, bankAccount, last4 }: BankData,
  { personId, at }: { personId: string; at: Date },
): Promise<void> {
  const version = payeeVersion + 1;
  await sql`
    with added as (
      insert into payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by,
        changed_by_person, created_at, after_order)
      values (${id}, ${version}, ${bankId}, ${fio}, ${phone}, ${bankAccount}, ${last4}, ${traderId},
        ${personId}, ${at},
        coalesce((select last from list_sequence where owner_id = ${traderId} and list = 'orders'), 0))
    )
    update requisite set payee_version = ${version}, bank_id = ${bankId}, fio = ${fio}, phone = ${phone},
      bank_account = ${bankAccount}, last_4_digits_card = ${last4}
    where id = ${id}`.execute(tx);
}

/** A version of a requisite's bank data. */
export interface Payee extends PaymentDetails {
  version: number;
  /** The person; the account, where nobody knows them. */
  changedBy: string;
  createdAt: Date;
}

/** One page of a requisite's versions, newest first; versions are numbered from 1. */
export async function readPayees(db: Reader, requisiteId: string, { page, pageSize }: PageRequest) {
  const { rows } = await sql<Counted<Payee>>`
    select requisite.payee_version as count, r.*
    from requisite left join lateral (
      select true as present, version, coalesce(person.username, account.name) as "changedBy", payee.created_at as "createdAt", ${paymentColumns('payee')}
      from payee join bank on bank.id = payee.bank_id join account on account.id = payee.changed_by
      left join person on person.id = payee.changed_by_person
      where payee.requisite_id = requisite.id
      order by version desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true
    where requisite.id = ${requisiteId}`.execute(db);
  return pageOf(rows) satisfies Page<Payee>;
}
