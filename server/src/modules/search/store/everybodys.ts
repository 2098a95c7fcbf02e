import type { FoundKind } from '@kantor/contract/plain/search.ts';
import { type RawBuilder, sql } from 'kysely';
import { newestOf } from '../../../db/platform-search.ts';
import { appealObjects } from '../../appeals/index.ts';
import { depositObjects } from '../../chain/index.ts';
import { isSentBy } from '../../devices/index.ts';
import { candidatesMeant, type PlatformObjects } from '../../inspection/index.ts';
import { newestOfAll } from '../../orders/index.ts';
import { payoutObjects } from '../../payouts/index.ts';
import { endsWith, payeesEnding } from '../../requisites/index.ts';
import { webhookObjects } from '../../webhooks/index.ts';
import { withdrawalObjects } from '../../withdrawals/index.ts';
import { type Keys, nameOf } from '../rules.ts';
import { MOST, orderKeysOf, way, type Ways } from './own.ts';

/** As the platform's list of the kind is searched. */
const listed =
  (objects: PlatformObjects) =>
  ({ text, hash = text }: Keys): Ways => [newestOf(candidatesMeant(objects, hash), MOST)];

const byIds = (table: string, { ids }: Keys): Ways =>
  way(
    ids,
    ({ from, to }) => sql`
      select id from ${sql.table(table)} where id between ${from} and ${to} order by id desc limit ${MOST}`,
  );

/** Of phones and accounts the platform's people see four digits, and find no more of them than that. */
const fourOf = ({ ending }: Keys): string | undefined => ending?.slice(-4);

const requisites = (keys: Keys): Ways => [
  ...byIds('requisite', keys),
  ...way(
    fourOf(keys),
    (digits) => sql`
      select requisite.id from (${payeesEnding(digits)}) as ended
      join requisite on requisite.id = ended.requisite_id and requisite.payee_version = ended.version
      order by id desc limit ${MOST}`,
  ),
];

const cabinets = (keys: Keys): Ways => [
  ...byIds('cabinet', keys),
  ...way(
    fourOf(keys),
    (digits) => sql`
      select id from cabinet where ${endsWith('phone', digits)} and phone <> '' order by id desc limit ${MOST}`,
  ),
];

/** The newest of each trader that name a sender. */
const notifications = (keys: Keys): Ways => [
  ...byIds('notification', keys),
  ...way(
    nameOf(keys),
    (name) => sql`
      select sent.id from account cross join lateral (
        select id from notification where trader_id = account.id and ${isSentBy(name)} order by id desc limit ${MOST}
      ) as sent where account.role = 'trader' order by sent.id desc limit ${MOST}`,
  ),
];

/** Greater than every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Whether a name begins so, in whatever order the database has letters. */
const beginsWith = (column: 'name' | 'username', beginning: string): RawBuilder<boolean> => {
  const name = sql`lower(${sql.ref(column)})`;
  return sql`(${name} ~>=~ lower(${beginning}) and ${name} ~<~ (lower(${beginning}) || ${LAST_CHARACTER}))`;
};

const accounts = (keys: Keys): Ways => [
  ...byIds('account', keys),
  ...way(nameOf(keys), (name) => sql`select id from account where ${beginsWith('name', name)} limit ${MOST}`),
  ...way(keys.address, (address) => sql`select id from account where wallet = ${address} and wallet <> ''`),
];

const persons = (keys: Keys): Ways => [
  ...byIds('person', keys),
  ...way(nameOf(keys), (name) => sql`select id from person where ${beginsWith('username', name)} limit ${MOST}`),
];

/** Ways to everybody's objects. */
export const everybodys = (at: Date): Readonly<Record<FoundKind, (keys: Keys) => Ways>> => ({
  order: (keys) => [newestOfAll(orderKeysOf('operator', { ...keys, ...fourAlone(keys) }), MOST)],
  payout: listed(payoutObjects(at)),
  appeal: listed(appealObjects),
  withdrawal: listed(withdrawalObjects),
  deposit: listed(depositObjects),
  notification: notifications,
  requisite: requisites,
  cabinet: cabinets,
  webhook: listed(webhookObjects),
  account: accounts,
  person: persons,
});

const fourAlone = (keys: Keys): Pick<Keys, 'ending'> => {
  const four = fourOf(keys);
  return four === undefined ? {} : { ending: four };
};
