import type { Tx } from '../../db/tx.ts';
import type { Facts } from '../audit/index.ts';
import { endPhonesOf } from '../devices/index.ts';
import { endApiKeys } from '../merchant-api/index.ts';
import type { Account } from '../accounts/index.ts';

/** What stays in force although the sessions end. */
export interface KeepOptions {
  keepKeys?: boolean | undefined;
  keepPhones?: boolean | undefined;
}

interface End extends KeepOptions {
  reason: 'password' | 'blocked';
  at: Date;
}

/** Which they are, for the operator and for the audit; nothing when there are none. */
const told = (things: string, names: readonly string[], kept: boolean): Facts =>
  names.length === 0 ? {} : { [`${kept ? 'kept' : 'ended'}_${things}`]: names.toSorted().join(', ') };

/**
 * Ends what outlives a user's sessions: API keys, phones, and codes that would pair a phone. A thief may have made them.
 * @returns which there were, as facts of the audit.
 */
export async function endAccess(
  tx: Tx,
  { id }: Pick<Account, 'id'>,
  { reason, at, keepKeys = false, keepPhones = false }: End,
): Promise<Facts> {
  const keys = await endApiKeys(tx, id, { reason, at, keep: keepKeys });
  const phones = await endPhonesOf(tx, id, { reason, at, keep: keepPhones });
  return {
    ...told(
      'api_keys',
      keys.map(({ name }) => name),
      keepKeys,
    ),
    ...told(
      'phones',
      phones.map(({ cabinet, kind }) => `${cabinet} (${kind})`),
      keepPhones,
    ),
  };
}
