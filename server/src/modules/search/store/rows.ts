import type { FoundKind } from '@kantor/contract/plain/search.ts';
import { type RawBuilder, sql } from 'kysely';
import { PLATFORM_ACCOUNT } from '../../../kernel/platform.ts';
import { outcomeNow } from '../../devices/index.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import type { Searcher } from '../rules.ts';

const NO_TEXT = sql`null::text`;

interface Row {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  number?: RawBuilder<unknown>;
  name?: RawBuilder<unknown>;
  rub?: RawBuilder<unknown>;
  usdt?: RawBuilder<unknown>;
  status?: RawBuilder<unknown>;
  createdAt: RawBuilder<unknown>;
  /** The accounts whose it is. */
  owners?: readonly string[];
  isAccount?: true;
}

const REQUISITE_STATE = sql`
  case when requisite.archived_at is not null then 'ARCHIVED' when requisite.paused_at is not null then 'PAUSED'
    when requisite.is_active then 'ON' else 'OFF' end`;
const CABINET_STATE = sql`
  case when cabinet.blocked_forever_at is not null then 'BLOCKED' when not cabinet.is_active then 'OFF'
    when cabinet.is_heard then 'ONLINE' else 'SILENT' end`;
const accountState = (blockedAt: string) =>
  sql`case when ${sql.ref(blockedAt)} is null then 'ACTIVE' else 'BLOCKED' end`;

/** What a merchant and a trader have together; a trader is not told the merchant's own number of it. */
const exchanged = (alias: string, role: Searcher['role'], numbered = alias) => ({
  id: sql.ref(`${alias}.id`),
  number: role === 'trader' ? NO_TEXT : sql.ref(`${numbered}.external_id`),
  rub: sql.ref(`${alias}.amount`),
  status: sql`${sql.ref(`${alias}.status`)}::text`,
  createdAt: sql.ref(`${alias}.created_at`),
  owners: [`${alias}.merchant_id`, `${alias}.trader_id`],
});

/** What is told of an object of each kind, where `led.id` is its id. */
const rowsFor = ({ role, seesStaff }: Searcher): Readonly<Record<FoundKind, Row>> => ({
  order: {
    ...exchanged('o', role),
    from: sql`orders o ${withPayee('o')}`,
    name: requisiteShortName('payee'),
  },
  // Whom the money goes to is told where each look is kept.
  payout: { ...exchanged('p', role), from: sql`payout p` },
  appeal: {
    ...exchanged('a', role, 'orders'),
    from: sql`appeal a join orders on orders.id = a.order_id`,
    name: sql`upper(right(a.order_id::text, 8))`,
  },
  withdrawal: {
    from: sql`withdrawal w join wallet on wallet.id = w.wallet_id`,
    id: sql`w.id`,
    name: sql`wallet.address`,
    usdt: sql`w.amount_usdt`,
    status: sql`coalesce(w.outcome::text, w.status::text)`,
    createdAt: sql`w.created_at`,
    owners: ['w.owner_id'],
  },
  deposit: {
    from: sql`chain_deposit d`,
    id: sql`d.id`,
    name: sql`d.tx_hash`,
    usdt: sql`d.amount`,
    createdAt: sql`d.created_at`,
    owners: ['d.trader_id'],
  },
  notification: {
    from: sql`notification d`,
    id: sql`d.id`,
    name: sql`d.sender`,
    rub: sql`d.amount`,
    status: outcomeNow,
    createdAt: sql`d.created_at`,
    owners: ['d.trader_id'],
  },
  requisite: {
    from: sql`requisite join bank on bank.id = requisite.bank_id`,
    id: sql`requisite.id`,
    name: sql`concat_ws(' · ', nullif(requisite.name, ''), ${requisiteShortName('requisite')})`,
    status: REQUISITE_STATE,
    createdAt: sql`requisite.created_at`,
    owners: ['requisite.trader_id'],
  },
  cabinet: {
    from: sql`cabinet`,
    id: sql`cabinet.id`,
    name: sql`cabinet.device_name`,
    status: CABINET_STATE,
    createdAt: sql`cabinet.created_at`,
    owners: ['cabinet.trader_id'],
  },
  webhook: {
    from: sql`webhook w`,
    id: sql`w.id`,
    name: sql`w.type`,
    status: sql`w.status::text`,
    createdAt: sql`w.created_at`,
    owners: ['w.merchant_id'],
  },
  account: {
    from: sql`(select * from account where role <> 'operator') as account`,
    id: sql`account.id`,
    name: sql`account.name`,
    status: accountState('account.blocked_at'),
    createdAt: sql`account.created_at`,
    isAccount: true,
  },
  person: {
    from: sql`(
        select person.id, username, person.blocked_at, person.created_at, member.account_id from person join member on member.person_id = person.id
        ${seesStaff ? sql`` : sql`where member.account_id <> ${PLATFORM_ACCOUNT}`}
      ) as person join account on account.id = person.account_id`,
    id: sql`person.id`,
    name: sql`person.username`,
    status: accountState('person.blocked_at'),
    createdAt: sql`person.created_at`,
    owners: ['account.id'],
    isAccount: true,
  },
});

const whoseOf = ({ role }: Searcher, { owners }: Row): RawBuilder<unknown> =>
  role !== 'operator' || owners === undefined
    ? NO_TEXT
    : sql`(
        select string_agg(owner.name, ' · ' order by owner.role, owner.name) from account as owner
        where owner.id in (${sql.join(owners.map((column) => sql.ref(column)))}))`;

/** A query of what is told of the object `led`, whoever searches: in one shape for every kind. */
export function rowOf(kind: FoundKind, searcher: Searcher): RawBuilder<unknown> {
  const row = rowsFor(searcher)[kind];
  const { from, id, number = NO_TEXT, name = NO_TEXT, status = NO_TEXT, createdAt, isAccount } = row;
  return sql`
    select ${id} as id, ${number} as number, ${name} as name, ${row.rub ?? sql`null::bigint`} as rub,
      ${row.usdt ?? sql`null::bigint`} as usdt, ${status}::text as status, ${createdAt} as "createdAt",
      ${whoseOf(searcher, row)} as whose,
      ${isAccount ? sql`account.id` : sql`null::uuid`} as "accountId",
      ${isAccount ? sql`account.role::text` : NO_TEXT} as "accountRole"
    from ${from} where ${id} = led.id limit ${sql.lit(MAX_ROWS)}`;
}

/** A person stands in several accounts. */
const MAX_ROWS = 8;
