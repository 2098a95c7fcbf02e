import type { Reader } from '../../db/tx.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { readMemberships } from '../people/index.ts';
import type { Change } from './frame.ts';

/** The fact by which members of the person's accounts are told. */
const REMOVED = { second_factor: 'removed' } as const;

/** A person whose second factors are off, in the journals of all their accounts, and of the platform. */
export async function factorsRemoved(
  db: Reader,
  id: string,
): Promise<Pick<Change, 'object' | 'after'> & { accountIds: readonly string[] }> {
  const accountIds = (await readMemberships(db, id)).map(({ accountId }) => accountId);
  return { object: { kind: 'person', id }, accountIds: [...accountIds, PLATFORM_ACCOUNT], after: REMOVED };
}
