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
function told(things: string, names: readonly string[], kept: boolean): { lines: string[]; facts: Facts } {
  if (names.length === 0) return { lines: [], facts: {} };
  const list = names.toSorted().join(', ');
  return {
    lines: [`${kept ? 'Kept' : 'Ended'} the ${things}: ${list}.`],
    facts: { [`${kept ? 'kept' : 'ended'}_${things.replace('API ', 'api_')}`]: list },
  };
}

/**
 * Ends what outlives a user's sessions: API keys, phones, and codes that would pair a phone. A thief may have made them.
 * @returns which there were, as lines and as facts of the audit.
 */
export async function endAccess(
  tx: Tx,
  { id }: Pick<Account, 'id'>,
  { reason, at, keepKeys = false, keepPhones = false }: End,
): Promise<{ lines: string[]; facts: Facts }> {
  const keys = await endApiKeys(tx, id, { reason, at, keep: keepKeys });
  const phones = await endPhonesOf(tx, id, { reason, at, keep: keepPhones });
  const ofKeys = told(
    'API keys',
    keys.map(({ name }) => name),
    keepKeys,
  );
  const ofPhones = told(
    'phones',
    phones.map(({ cabinet, kind }) => `${cabinet} (${kind})`),
    keepPhones,
  );
  return { lines: [...ofKeys.lines, ...ofPhones.lines], facts: { ...ofKeys.facts, ...ofPhones.facts } };
}
