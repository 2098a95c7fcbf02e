import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';

/** A merchant's address for deliveries. */
export interface Endpoint {
  /** Empty: none. */
  url: string;
  isActive: boolean;
  secretVersion: number;
  /** The versions up to this one were made before keys were derived. */
  lastRawVersion: number;
  formerSecretUntil: Date | null;
}

/** The endpoint of a merchant who has never touched it. */
const UNTOUCHED: Endpoint = { url: '', isActive: true, secretVersion: 1, lastRawVersion: 0, formerSecretUntil: null };

const columns = sql`
  url, is_active as "isActive", secret_version as "secretVersion", last_raw_version as "lastRawVersion",
  former_secret_until as "formerSecretUntil"`;

export async function readEndpoint(db: Reader, merchantId: string): Promise<Endpoint> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? UNTOUCHED;
}

/** Changes the address and the switch. */
export async function setEndpoint(
  tx: Tx,
  merchantId: string,
  { url, isActive }: Pick<Endpoint, 'url' | 'isActive'>,
  at: Date,
): Promise<Endpoint> {
  const { rows } = await sql<Endpoint>`
    insert into webhook_endpoint as endpoint (merchant_id, url, is_active, since)
    values (${merchantId}, ${url}, ${isActive}, ${at})
    on conflict (merchant_id) do update set url = excluded.url, is_active = excluded.is_active,
      since = case when endpoint.url = '' then excluded.since else endpoint.since end
    returning ${columns}`.execute(tx);
  return rows[0] ?? UNTOUCHED;
}

/** Takes the next version of the secret; undefined, and changes nothing, while the version before still signs too. */
export async function nextSecret(
  tx: Tx,
  merchantId: string,
  { at, formerUntil }: { at: Date; formerUntil: Date },
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    insert into webhook_endpoint as endpoint (merchant_id, url, is_active, since, secret_version, former_secret_until)
    values (${merchantId}, ${UNTOUCHED.url}, ${UNTOUCHED.isActive}, ${at}, ${UNTOUCHED.secretVersion + 1}, ${formerUntil})
    on conflict (merchant_id) do update
      set secret_version = endpoint.secret_version + 1, former_secret_until = excluded.former_secret_until
      where endpoint.former_secret_until is null or endpoint.former_secret_until <= ${at}
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Switches an endpoint off, unless the merchant has given another address meanwhile. */
export async function switchOff(tx: Statement, merchantId: string, url: string): Promise<void> {
  await sql`
    update webhook_endpoint set is_active = false where merchant_id = ${merchantId} and url = ${url}`.execute(tx);
}
