import type { Caller } from '../../../http/endpoint.ts';
import { transaction, type Tx } from '../../../db/tx.ts';
import type { Log } from '../../../kernel/log.ts';
import { readAccountByName, nameTaken } from '../../accounts/index.ts';
import {
  addPerson,
  findInvitation,
  hashNewPassword,
  memberFacts,
  recordDeed,
  setLastAccount,
  useInvitation,
} from '../../people/index.ts';
import type { Seen } from '../store/sessions.ts';
import type { Auth } from './auth.ts';
import { moveToAccount, type TokenPair } from './sessions.ts';
import { openSession } from './signing-in.ts';

interface Arrival {
  token: string;
  username: string;
  personOf: () => Promise<string>;
  from: Seen;
}

/** Uses an invitation, with its line in the journal. @returns the ids of the account and of the person. */
async function enter(tx: Tx, { token, username, personOf, from }: Arrival, at: Date) {
  const { role, ...ids } = await useInvitation(tx, token, personOf, at);
  const after = memberFacts({ username, role });
  const actor = { ...ids, name: username, address: from.address, browser: from.userAgent ?? '' };
  await recordDeed(tx, actor, { action: 'accept-invitation', before: null, after }, at);
  return ids;
}

interface Newcomer extends Seen {
  token: string;
  username: string;
  password: string;
  log: Log;
}

/**
 * Somebody new comes by an invitation, and is signed in.
 * @throws ApiError 400 (the name, the password), 404 `invitation_gone`, 409 `username_taken`.
 */
export async function acceptInvitation(auth: Auth, { token, password, ...request }: Newcomer): Promise<TokenPair> {
  const { db, clock } = auth;
  // Before the password is hashed, which costs.
  await findInvitation(db, token, clock());
  const username = request.username.trim();
  const passwordHash = await hashNewPassword(password, username);
  const personId = await transaction(db, async (tx) => {
    const at = clock();
    // Nobody comes under the name of an account that is not theirs.
    if ((await readAccountByName(tx, username)) !== undefined) throw nameTaken(username);
    const ids = await enter(
      tx,
      { token, username, personOf: () => addPerson(tx, { username, passwordHash, at }), from: request },
      at,
    );
    await setLastAccount(tx, ids.personId, ids.accountId);
    return ids.personId;
  });
  return openSession(auth, { id: personId, passwordHash }, request);
}

/** Who is signed in joins one more account, and goes on in it. @throws the errors of `useInvitation` and `moveToAccount`. */
export const joinAccount = (
  auth: Auth,
  caller: Pick<Caller, 'person' | 'session'>,
  { token, ...session }: Seen & { token: string; refresh: string; log: Log },
): Promise<TokenPair> =>
  moveToAccount(auth, caller, session, async (tx, { id, username }, at) => {
    const { accountId } = await enter(tx, { token, username, personOf: async () => id, from: session }, at);
    return accountId;
  });
