import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, transaction, type Tx } from '../../../db/tx.ts';
import { newId } from '../../../kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../../kernel/platform.ts';
import { type AccountRequest, addAccount, badName, isUsername, lockAccount, nameTaken } from '../../accounts/index.ts';
import { hashNewPassword } from '../passwords.ts';
import { hasOwner, insertMember } from '../store/members.ts';
import { insertPerson } from '../store/persons.ts';

interface PersonRequest {
  username: string;
  passwordHash: string;
  at: Date;
}

/** Who comes to the marketplace: an owner with an account of their name, or somebody who runs the platform. */
export type OwnerRequest =
  | (Omit<AccountRequest, 'name'> & { username: string })
  | { role: 'operator'; username: string; at: Date; memberRole?: MemberRole };

/**
 * Creates a person, who belongs to no account yet: hashing takes too long to be done in a transaction.
 * @returns their id.
 * @throws ApiError 400 (the name), 409 `username_taken`.
 */
export async function addPerson(tx: Tx, { username, passwordHash, at }: PersonRequest): Promise<string> {
  if (!isUsername(username)) throw badName();
  const id = newId(at);
  try {
    await insertPerson(tx, { id, username, passwordHash, createdAt: at });
  } catch (error) {
    if (breaks(error, 'person_username')) throw nameTaken(username);
    throw error;
  }
  return id;
}

/**
 * Creates an account with its owner, or an operator; the platform's first one owns it.
 * @returns the ids of the account and of the person.
 * @throws ApiError 400 (the name), 409 `username_taken`.
 */
export async function addOwner(
  tx: Tx,
  { passwordHash, ...request }: OwnerRequest & { passwordHash: string },
): Promise<{ accountId: string; personId: string }> {
  const { username, at } = request;
  if (request.role === 'operator') {
    const platform = { id: PLATFORM_ACCOUNT, role: 'operator' } as const;
    await lockAccount(tx, platform.id);
    const personId = await addPerson(tx, { username, passwordHash, at });
    const role = request.memberRole ?? ((await hasOwner(tx, platform.id)) ? 'operator' : 'owner');
    await insertMember(tx, { personId, account: platform, role, createdAt: at });
    return { accountId: platform.id, personId };
  }
  const { username: name, ...account } = request;
  const accountId = await addAccount(tx, { ...account, name });
  const personId = await addPerson(tx, { username, passwordHash, at });
  await insertMember(tx, { personId, account: { id: accountId, role: account.role }, role: 'owner', createdAt: at });
  return { accountId, personId };
}

/** As `addOwner`, in a transaction of its own, by a password. */
export async function createOwner(
  db: Database,
  { password, ...request }: OwnerRequest & { password: string },
): Promise<{ accountId: string; personId: string }> {
  const passwordHash = await hashNewPassword(password, request.username);
  return transaction(db, (tx) => addOwner(tx, { ...request, passwordHash }));
}
