import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { transaction, type Tx } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import { conflict, unauthorized } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { appendAudit, type FactorNotice, type Facts, readFactorNotices } from '../../audit/index.ts';
import { hashNewPassword, lockPerson, readMemberships, readPerson, setPasswordHash } from '../../people/index.ts';
import {
  confirmTotp,
  type Factors,
  type Passkey,
  type PasskeyRequest,
  readFactors,
  readPasskeys,
  readyPasskey,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
  askPasskey,
} from '../../second-factor/index.ts';
import { endSessionsBut } from '../store/sign-ins.ts';
import type { Auth } from './auth.ts';

/** A lost second factor is told of so long. */
const NOTICE_MS = 30 * DAY;

/** A person at work on their own security. */
export interface Self extends PersonActor {
  sessionId: string;
  log: Log;
}

const personOf = ({ personId, name }: Self) => ({ id: personId, username: name });
const eventOf = ({ personId, address }: Self) => ({ user_id: personId, address });

interface Change {
  action: string;
  before: Facts;
  after: Facts;
}

/** Keeps what a person did to their security, in the journals of all their accounts. */
export async function keepDeed(tx: Tx, self: Self, changed: Change, at: Date): Promise<void> {
  const { sessionId: _, log: _log, ...actor } = self;
  const accountIds = (await readMemberships(tx, actor.personId)).map(({ accountId }) => accountId);
  await appendAudit(tx, { actor, accountIds, object: { kind: 'person', id: actor.personId }, ...changed }, at);
}

/** Does a change of a person's security in one transaction, with its row in the journals of their accounts. */
async function change<Result>(
  { db, clock }: Auth,
  self: Self,
  work: (tx: Tx, at: Date) => Promise<Change & { result: Result }>,
): Promise<Result> {
  const at = clock();
  return transaction(db, async (tx) => {
    // What is counted of a person's factors holds until the end.
    if ((await lockPerson(tx, self.personId)) === undefined) throw unauthorized();
    const { result, ...changed } = await work(tx, at);
    await keepDeed(tx, self, changed, at);
    return result;
  });
}

/** How a person signs in. */
export interface Security extends Factors {
  passwordChangedAt: Date | null;
  keys: Passkey[];
  passkeysOffered: boolean;
}

/** Who of the account was let in without their second factor lately: all its members are told. */
export const readNotices = ({ db, clock }: Auth, accountId: string): Promise<FactorNotice[]> =>
  readFactorNotices(db, accountId, after(clock(), -NOTICE_MS));

/** @throws ApiError 401. */
export async function readSecurity({ db, factors }: Auth, personId: string): Promise<Security> {
  const [person, counted, keys] = await Promise.all([
    readPerson(db, personId),
    readFactors(db, personId),
    readPasskeys(db, personId),
  ]);
  if (person === undefined) throw unauthorized();
  const { passwordChangedAt } = person;
  return { ...counted, passwordChangedAt, keys, passkeysOffered: factors.relyingParty !== undefined };
}

/**
 * Gives a person the password that they have chosen, and ends their other sessions.
 * @returns the hash, for the mark of this browser. @throws ApiError 400 when it is unfit.
 */
export async function changeOwnPassword(auth: Auth, self: Self, password: string): Promise<string> {
  const passwordHash = await hashNewPassword(password, self.name);
  const ended = await change(auth, self, async (tx, at) => {
    await setPasswordHash(tx, self.personId, passwordHash, at);
    const ids = await endSessionsBut(tx, self.sessionId, { personId: self.personId, at, reason: 'password' });
    const after = { password: 'changed', sign_ins_ended: ids.length };
    return { action: 'change-password', before: {}, after, result: ids };
  });
  for (const id of ended) auth.identities.forget(id);
  securityEvent(self.log, 'password_changed', eventOf(self));
  return passwordHash;
}

export const startOwnTotp = ({ factors }: Auth, self: Self) => startTotp(factors, personOf(self), self.sessionId);

/** Other sessions see at once what the person may do now; in other processes within seconds. */
function added(auth: Auth, self: Self, kind: 'code' | 'passkey'): void {
  auth.identities.forget(self.sessionId);
  securityEvent(self.log, 'second_factor_added', { ...eventOf(self), kind });
}

/** @returns ten recovery codes; undefined when the person has some. @throws ApiError 400, 409 `setup_over`. */
export async function confirmOwnTotp(
  auth: Auth,
  self: Self,
  given: { setup: string; code: string },
): Promise<string[] | undefined> {
  const { personId, sessionId } = self;
  const codes = await change(auth, self, async (tx) => {
    const { totpSince } = await readFactors(tx, personId);
    const result = await confirmTotp(auth.factors, tx, { personId, sessionId, ...given });
    const before = { authenticator: totpSince !== null };
    return { action: 'set-authenticator', before, after: { authenticator: true }, result };
  });
  added(auth, self, 'code');
  return codes;
}

/** Whoever must have a second factor keeps the last one. @throws ApiError 409 `last_factor`. */
async function assertMayLack({ demandsFactor }: Auth, tx: Tx, { personId }: Self, wasLast: boolean): Promise<void> {
  if (!wasLast || !demandsFactor) return;
  const isOfPlatform = (await readMemberships(tx, personId)).some(({ accountRole }) => accountRole === 'operator');
  if (isOfPlatform) throw conflict('last_factor', 'Это ваш последний второй фактор: сначала добавьте другой');
}

/** @throws ApiError 404, 409 `last_factor`. */
export async function removeOwnTotp(auth: Auth, self: Self): Promise<void> {
  await change(auth, self, async (tx) => {
    const { wasLast } = await removeTotp(tx, self.personId);
    await assertMayLack(auth, tx, self, wasLast);
    const [before, after] = [{ authenticator: true }, { authenticator: false }];
    return { action: 'remove-authenticator', before, after, result: undefined };
  });
  securityEvent(self.log, 'second_factor_removed', { ...eventOf(self), kind: 'code' });
}

export const startOwnPasskey = ({ factors }: Auth, self: Self): Promise<PasskeyRequest> =>
  startPasskey(factors, personOf(self));

/** What one of the person's passkeys is to sign for a step-up. @throws ApiError 409 `no_passkeys`. */
export async function askOwnPasskey({ factors }: Auth, { personId }: Self): Promise<PasskeyRequest> {
  const asked = await askPasskey(factors, personId, 'step_up');
  if (asked === undefined) throw conflict('no_passkeys', 'У вас нет ключей доступа');
  return asked;
}

/** @returns the passkey's id, and ten recovery codes; none when the person has some. @throws ApiError 400, 409. */
export async function addOwnPasskey(
  auth: Auth,
  self: Self,
  made: { challenge: string; name: string; response: RegistrationResponseJSON },
): Promise<{ id: string; codes: string[] | undefined }> {
  const { id, add } = await readyPasskey(auth.factors, self.personId, made);
  const codes = await change(auth, self, async (tx) => {
    const result = await add(tx);
    return { action: 'add-passkey', before: {}, after: { passkey: made.name }, result };
  });
  added(auth, self, 'passkey');
  return { id, codes };
}

/** @throws ApiError 404, 409 `last_factor`. */
export async function removeOwnPasskey(auth: Auth, self: Self, id: string): Promise<void> {
  await change(auth, self, async (tx) => {
    const { name, wasLast } = await removePasskey(tx, self.personId, id);
    await assertMayLack(auth, tx, self, wasLast);
    return { action: 'remove-passkey', before: { passkey: name }, after: {}, result: undefined };
  });
  securityEvent(self.log, 'second_factor_removed', { ...eventOf(self), kind: 'passkey' });
}

/** @throws ApiError 409 `no_factor`. */
export async function replaceOwnCodes(auth: Auth, self: Self): Promise<string[]> {
  const codes = await change(auth, self, async (tx) => {
    const { totpSince, passkeys, recoveryCodes } = await readFactors(tx, self.personId);
    if (totpSince === null && passkeys === 0) {
      throw conflict('no_factor', 'Запасные коды нужны тому, у кого есть второй фактор');
    }
    const result = await replaceRecoveryCodes(auth.factors, tx, self.personId);
    const [before, after] = [{ recovery_codes: recoveryCodes }, { recovery_codes: result.length }];
    return { action: 'replace-recovery-codes', before, after, result };
  });
  securityEvent(self.log, 'recovery_codes_replaced', eventOf(self));
  return codes;
}
