import { sql } from 'kysely';
import { later, type Reader, type Tx } from '../../../db/tx.ts';
import type { Account, Waiting } from '../balance.ts';

/**
 * Keeps the chains of accounts, together with the next statement of the transaction, or its commit. The caller holds the lock of the
 * cabinet whose message changed them, and has kept the message.
 */
export async function keepChainsLater(tx: Tx, accounts: readonly Account[]): Promise<void> {
  const last = new Map(accounts.map((account) => [`${account.id}/${account.payeeVersion}`, account]));
  // In one order: a requisite may be between two cabinets.
  const kept = [...last.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { id, payeeVersion, chain }]) => (chain === undefined ? [] : [{ id, payeeVersion, ...chain }]));
  if (kept.length === 0) return;
  await later(
    tx,
    sql`
    insert into balance_chain as chain (requisite_id, payee_version, message_id, balance, amount, application, heard_at, since,
      links, doubted_by)
    select * from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(({ payeeVersion }) => payeeVersion)}::integer[],
      ${kept.map(({ messageId }) => messageId)}::uuid[], ${kept.map(({ balance }) => balance)}::bigint[],
      ${kept.map(({ amount }) => amount)}::bigint[], ${kept.map(({ application }) => application)}::text[],
      ${kept.map(({ heardAt }) => heardAt)}::timestamptz[], ${kept.map(({ since }) => since)}::timestamptz[],
      ${kept.map(({ links }) => links)}::integer[], ${kept.map(({ doubtedBy }) => doubtedBy)}::uuid[])
    on conflict (requisite_id, payee_version) do update set message_id = excluded.message_id, balance = excluded.balance,
      amount = excluded.amount, application = excluded.application, heard_at = excluded.heard_at, since = excluded.since,
      links = excluded.links, doubted_by = excluded.doubted_by`,
  );
}

/** A message that fits several orders and paid none, of its cabinet and bank. */
type WaitingRow = Omit<Waiting, 'sender'> & { sender: string | null; cabinetId: string; bank: string };

/** The messages with a balance that fit one of these orders among others, and have paid none. */
export async function readWaiting(db: Reader, orderIds: readonly string[]): Promise<WaitingRow[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<WaitingRow>`
    select d.id as "messageId", d.amount, d.balance, d.application, d.heard_at as "heardAt", d.sender,
      d.cabinet_id as "cabinetId", d.bank,
      array(select order_id from notification_candidate c where c.notification_id = d.id order by 1) as candidates
    from notification d
    where d.id in (select notification_id from notification_candidate where order_id = any(${orderIds}::uuid[]))
      and d.outcome = 'ambiguous' and d.chosen_at is null and d.dismissed_at is null and d.appeal_id is null and d.balance is not null and d.bank is not null
    order by d.id`.execute(db);
  return rows;
}
