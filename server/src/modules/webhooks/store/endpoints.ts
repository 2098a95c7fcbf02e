import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';

/** A merchant's address for deliveries. */
export interface Endpoint {
  id: string;
  merchantId: string;
  /** Empty: none, which only the first endpoint may have. */
  url: string;
  isActive: boolean;
  /** Of the test mode. */
  isTest: boolean;
  /** The types of events that it wants; null: all. */
  types: string[] | null;
  secretVersion: number;
  /** The versions up to this one were made before keys were derived. */
  lastRawVersion: number;
  formerSecretUntil: Date | null;
}

/** The first endpoint of a merchant, who has never touched it: its id is the merchant's. */
const untouched = (merchantId: string): Endpoint => ({
  id: merchantId,
  merchantId,
  url: '',
  isActive: true,
  isTest: false,
  types: null,
  secretVersion: 1,
  lastRawVersion: 0,
  formerSecretUntil: null,
});

const columns = sql`
  id, merchant_id as "merchantId", url, is_active as "isActive", is_test as "isTest", types,
  secret_version as "secretVersion", last_raw_version as "lastRawVersion", former_secret_until as "formerSecretUntil"`;

/** A merchant's endpoint; undefined when it is not theirs, or was removed. */
export async function readEndpoint(db: Reader, merchantId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint
    where id = ${id} and merchant_id = ${merchantId} and removed_at is null`.execute(db);
  return rows[0] ?? (id === merchantId ? untouched(merchantId) : undefined);
}

/** A merchant's endpoints that have an address, oldest first. */
export async function readEndpoints(db: Reader, merchantId: string): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint
    where merchant_id = ${merchantId} and removed_at is null and url <> ''
    order by id <> merchant_id, id`.execute(db);
  return rows;
}

/** Locks the first endpoint, also of a merchant who has never touched it: whoever adds another holds it. */
async function lockFirst(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, merchant_id, url, is_active, since)
    values (${merchantId}, ${merchantId}, '', true, ${at}) on conflict (id) do nothing`.execute(tx);
  await sql`select from webhook_endpoint where id = ${merchantId} for no key update`.execute(tx);
}

export async function lockEndpoint(
  tx: Tx,
  { merchantId, id, at }: { merchantId: string; id: string; at: Date },
): Promise<Locked<Endpoint> | undefined> {
  if (id === merchantId) await lockFirst(tx, merchantId, at);
  return lockRow(
    tx,
    sql<Endpoint>`
      select ${columns} from webhook_endpoint
      where id = ${id} and merchant_id = ${merchantId} and removed_at is null for no key update`,
  );
}

type Choice = Pick<Endpoint, 'url' | 'isActive' | 'types'>;

/** Changes the address, the switch, and what is wanted. What happened before there was an address is not sent to it. */
export async function setEndpoint(
  tx: Tx,
  { id }: Locked<Endpoint>,
  { url, isActive, types }: Choice,
  at: Date,
): Promise<void> {
  await sql`
    update webhook_endpoint set url = ${url}, is_active = ${isActive}, types = ${types}::text[],
      since = case when url = '' then ${at} else since end
    where id = ${id}`.execute(tx);
}

/** Adds an endpoint, unless the merchant has as many as they may. */
export async function addEndpoint(
  tx: Tx,
  { id, merchantId, url, isTest, types }: Pick<Endpoint, 'id' | 'merchantId' | 'url' | 'isTest' | 'types'>,
  { at, most }: { at: Date; most: number },
): Promise<boolean> {
  await lockFirst(tx, merchantId, at);
  const { rows } = await sql`
    insert into webhook_endpoint (id, merchant_id, url, is_active, since, is_test, types)
    select ${id}, ${merchantId}, ${url}, true, ${at}, ${isTest}, ${types}::text[]
    where (
      select count(*) from webhook_endpoint where merchant_id = ${merchantId} and removed_at is null and url <> ''
    ) < ${most}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** What waits for a removed endpoint waits for the end of its day. */
export async function removeEndpoint(tx: Tx, { id }: Locked<Endpoint>, at: Date): Promise<void> {
  await sql`
    update webhook_endpoint set is_active = false, removed_at = ${at} where id = ${id}`.execute(tx);
}

/** Takes the next version of the secret. */
export async function nextSecret(
  tx: Tx,
  { id }: Locked<Endpoint>,
  { formerUntil }: { formerUntil: Date },
): Promise<void> {
  await sql`
    update webhook_endpoint set secret_version = secret_version + 1, former_secret_until = ${formerUntil}
    where id = ${id}`.execute(tx);
}

/** Switches an endpoint off, unless the merchant has given another address meanwhile. */
export async function switchOff(tx: Statement, id: string, url: string): Promise<void> {
  await sql`
    update webhook_endpoint set is_active = false where id = ${id} and url = ${url}`.execute(tx);
}
