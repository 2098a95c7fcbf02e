import type { Role } from '@kantor/contract/plain/rights.ts';
import type { FoundKind } from '@kantor/contract/plain/search.ts';
import { sql } from 'kysely';
import type { Kantor } from '../support/kantor.ts';
import type { Market } from './market.ts';

const BOTH: readonly Role[] = ['trader', 'merchant', 'operator'];
const TRADER: readonly Role[] = ['trader', 'operator'];
const MERCHANT: readonly Role[] = ['merchant', 'operator'];

export interface Key {
  kind: FoundKind;
  /** SQL of the object and of its key, in the rows of a market's accounts. */
  from: string;
  id: string;
  text: string;
  /** Who finds it so, of those who find the kind. */
  by: readonly Role[];
}

/** The rows that are a market's: `t` is its trader, `m` its merchant. */
const rowsOf = (table: string) =>
  ({
    orders: 'orders o where o.trader_id = t',
    payout: 'payout o where o.trader_id = t',
    appeal: 'appeal o where o.trader_id = t',
    notification: 'notification o where o.trader_id = t',
    chain_deposit: 'chain_deposit o where o.trader_id = t',
    requisite: 'requisite o where o.trader_id = t',
    cabinet: 'cabinet o where o.trader_id = t',
    webhook: 'webhook o where o.merchant_id = m',
  })[table] ?? table;
const key = (kind: FoundKind, table: string, text: string, by: readonly Role[]): Key => ({
  kind,
  from: rowsOf(table),
  id: 'o.id',
  text,
  by,
});
const OWN_WITHDRAWAL = 'withdrawal o join wallet on wallet.id = o.wallet_id where o.owner_id = m';
const TRADERS_WITHDRAWAL = 'withdrawal o join wallet on wallet.id = o.wallet_id where o.owner_id = t';
const rubOf = (column: string) => `replace((${column} / 100.0)::numeric(20, 2)::text, '.', ',')`;
const usdtOf = (column: string) => `(${column} / 1000000.0)::numeric(20, 6)::text`;

export const KEYS: readonly Key[] = [
  ...['o.id::text', "left(o.id::text, 13) || '…'", "replace(o.id::text, '-', '')"].flatMap((text) => [
    key('order', 'orders', text, BOTH),
    key('payout', 'payout', text, BOTH),
    key('appeal', 'appeal', text, BOTH),
    key('notification', 'notification', text, TRADER),
    key('deposit', 'chain_deposit', text, TRADER),
    key('requisite', 'requisite', text, TRADER),
    key('cabinet', 'cabinet', text, TRADER),
    key('webhook', 'webhook', text, MERCHANT),
    { kind: 'withdrawal' as const, from: OWN_WITHDRAWAL, id: 'o.id', text, by: MERCHANT },
    { kind: 'withdrawal' as const, from: TRADERS_WITHDRAWAL, id: 'o.id', text, by: TRADER },
  ]),
  key('order', 'orders', 'upper(right(o.id::text, 8))', BOTH),
  key('order', 'orders', 'o.external_id', MERCHANT),
  key('order', 'orders', rubOf('o.amount'), BOTH),
  key('order', 'orders', '(select payee.last_4_digits_card from payee where requisite_id = o.requisite_id)', BOTH),
  key('order', 'orders', '(select sender from notification where order_id = o.id)', TRADER),
  key('order', 'orders', "(select lower(rtrim(sender, '.')) from notification where order_id = o.id)", TRADER),
  key('payout', 'payout', 'o.external_id', MERCHANT),
  key('payout', 'payout', rubOf('o.amount'), BOTH),
  key('payout', 'payout', 'right(o.phone, 4)', BOTH),
  key('appeal', 'appeal', rubOf('o.amount'), BOTH),
  key('appeal', 'appeal', 'o.order_id::text', BOTH),
  key('appeal', 'appeal', '(select external_id from orders where id = o.order_id)', MERCHANT),
  key('notification', 'notification', 'o.sender', TRADER),
  key('deposit', 'chain_deposit', 'o.tx_hash', TRADER),
  key('deposit', 'chain_deposit', usdtOf('o.amount'), TRADER),
  key('deposit', 'chain_deposit', '(select wallet from account where id = o.trader_id)', TRADER),
  key('requisite', 'requisite', "'•' || o.last_4_digits_card", TRADER),
  key('requisite', 'requisite', 'right(o.phone, 4)', TRADER),
  key('cabinet', 'cabinet', 'right(o.phone, 4)', TRADER),
  key('webhook', 'webhook', 'o.object_id::text', MERCHANT),
  { kind: 'withdrawal', from: OWN_WITHDRAWAL, id: 'o.id', text: usdtOf('o.amount_usdt'), by: MERCHANT },
  { kind: 'withdrawal', from: OWN_WITHDRAWAL, id: 'o.id', text: 'o.transaction_hash', by: MERCHANT },
  { kind: 'withdrawal', from: OWN_WITHDRAWAL, id: 'o.id', text: 'wallet.address', by: MERCHANT },
  { kind: 'withdrawal', from: TRADERS_WITHDRAWAL, id: 'o.id', text: usdtOf('o.amount_usdt'), by: TRADER },
  { kind: 'withdrawal', from: TRADERS_WITHDRAWAL, id: 'o.id', text: "'0x' || upper(o.transaction_hash)", by: TRADER },
  { kind: 'withdrawal', from: TRADERS_WITHDRAWAL, id: 'o.id', text: 'wallet.address', by: TRADER },
  { kind: 'account', from: 'account o where o.id in (t, m)', id: 'o.id', text: 'o.id::text', by: ['operator'] },
  { kind: 'account', from: 'account o where o.id in (t, m)', id: 'o.id', text: 'upper(o.name)', by: ['operator'] },
  {
    kind: 'person',
    from: 'person o join member on member.person_id = o.id where member.account_id in (t, m)',
    id: 'o.id',
    text: 'o.username',
    by: ['operator'],
  },
];

/** The objects of a market with a key, newest first. */
export async function keysIn({ db }: Kantor, { trader, merchant }: Market, { from, id, text }: Key) {
  const rows = `select ${id}::text as id, (${text}) as text from ${from} order by ${id} desc`;
  const given = rows
    .replaceAll(/\bt\b(?=[,)\s]|$)/g, `'${trader.id}'`)
    .replaceAll(/\bm\b(?=[,)\s]|$)/g, `'${merchant.id}'`);
  const { rows: found } = await sql.raw<{ id: string; text: string | null }>(given).execute(db);
  return found.flatMap(({ id: object, text: typed }) =>
    typed === null || typed === '' ? [] : [{ id: object, typed }],
  );
}
