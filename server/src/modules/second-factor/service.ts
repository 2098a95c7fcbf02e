import type { SecondFactor } from '@kantor/contract/plain/step-up.ts';
import { MAX_PASSKEYS } from '@kantor/contract/plain/limits.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { breaks, type Reader, singleStatement, type Tx } from '../../db/tx.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { badRequest, conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { FactorContext } from './context.ts';
import { creationOptions, readNewPasskey, requestOptions } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { deleteRecoveryCodes, deleteTotp, writeRecoveryCodes, writeTotp } from './store/codes.ts';
import {
  type Challenge,
  deletePasskey,
  deletePasskeys,
  insertChallenge,
  insertPasskey,
  readPasskeys,
  takeChallenge,
} from './store/passkeys.ts';
import { hasFactor, readFactors } from './store/summary.ts';
import { describeTotp, newTotpSecret, stepOfCode } from './totp.ts';

/** A person has so long to scan a code, or to touch a key. */
const SETUP_LIFETIME_MS = 15 * MINUTE;
const CHALLENGE_LIFETIME_MS = 5 * MINUTE;

interface Person {
  id: string;
  username: string;
}

/** The kinds of second factors that a person may give; none: the password is enough. */
export async function factorsOf(db: Reader, personId: string): Promise<SecondFactor[]> {
  const factors = await readFactors(db, personId);
  if (!hasFactor(factors)) return [];
  return [
    ...(factors.totpSince === null ? [] : (['code'] as const)),
    ...(factors.passkeys === 0 ? [] : (['passkey'] as const)),
    ...(factors.recoveryCodes === 0 ? [] : (['recovery_code'] as const)),
  ];
}

/** What a browser is asked to do with a passkey, and the name of its challenge. */
export interface PasskeyRequest {
  challenge: string;
  options: object;
}

async function keepChallenge(
  { db, clock }: FactorContext,
  { personId, purpose }: Pick<Challenge, 'personId' | 'purpose'>,
  options: { challenge: string },
): Promise<PasskeyRequest> {
  const at = clock();
  const id = newId(at);
  const expiresAt = after(at, CHALLENGE_LIFETIME_MS);
  const { challenge } = options;
  await singleStatement(db, (tx) => insertChallenge(tx, { id, personId, purpose, challenge, expiresAt }));
  return { challenge: id, options };
}

/** What one of a person's passkeys is to sign; undefined when they have none. */
export async function askPasskey(
  context: FactorContext,
  personId: string,
  purpose: Exclude<Challenge['purpose'], 'add'>,
): Promise<PasskeyRequest | undefined> {
  const { db, relyingParty } = context;
  const known = await readPasskeys(db, personId);
  if (relyingParty === undefined || known.length === 0) return undefined;
  return keepChallenge(context, { personId, purpose }, await requestOptions(relyingParty, known));
}

/** A new secret for an authenticator application. It is on when `confirmTotp` has a code of it. */
export async function startTotp(
  { clock, sealSetup }: FactorContext,
  { id: personId, username }: Person,
  sessionId: string,
): Promise<{ secret: string; qr: string; setup: string }> {
  const { default: qrcode } = await import('qrcode');
  const bytes = newTotpSecret();
  const { secret, uri } = describeTotp(bytes, username);
  const expiresAt = after(clock(), SETUP_LIFETIME_MS);
  return {
    secret,
    qr: await qrcode.toDataURL(uri, { margin: 2, width: 320 }),
    setup: sealSetup({ personId, sessionId }, { secret: bytes, expiresAt }),
  };
}

/** The first ten recovery codes of a person; undefined when they have some already. */
async function firstRecoveryCodes(context: FactorContext, tx: Tx, personId: string): Promise<string[] | undefined> {
  const { recoveryCodes } = await readFactors(tx, personId);
  return recoveryCodes === 0 ? replaceRecoveryCodes(context, tx, personId) : undefined;
}

/** Gives a person ten other recovery codes. They are shown once. */
export async function replaceRecoveryCodes(
  { recoveryKeys: [recoveryKey] }: FactorContext,
  tx: Tx,
  personId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await writeRecoveryCodes(
    tx,
    personId,
    codes.map((code) => hashRecoveryCode(recoveryKey, personId, code)),
  );
  return codes;
}

/**
 * Switches an authenticator application on by its first code; a former one ends.
 * @param tx with the person locked.
 * @returns ten recovery codes; undefined when the person has some already.
 * @throws ApiError 400; 409 `setup_over`.
 */
export async function confirmTotp(
  context: FactorContext,
  tx: Tx,
  { personId, sessionId, setup, code }: { personId: string; sessionId: string; setup: string; code: string },
): Promise<string[] | undefined> {
  const at = context.clock();
  const begun = context.unsealSetup({ personId, sessionId }, setup);
  if (begun === undefined || begun.expiresAt < at) {
    throw conflict('setup_over', 'Время вышло. Получите новый код для приложения');
  }
  const step = stepOfCode(begun.secret, code.replaceAll(/\s/g, ''), at);
  if (step === undefined) throw badRequest({ code: ['Код не подошёл. Проверьте время на телефоне'] });
  await writeTotp(tx, { personId, sealed: context.sealTotp(personId, begun.secret), step, at });
  return firstRecoveryCodes(context, tx, personId);
}

/** What a browser is asked to make a passkey with. @throws ApiError 409 `no_passkeys`, `too_many_passkeys`. */
export async function startPasskey(context: FactorContext, person: Person): Promise<PasskeyRequest> {
  const { db, relyingParty } = context;
  if (relyingParty === undefined) {
    throw conflict('no_passkeys', 'Ключи доступа здесь не включены: у сервера нет защищённого адреса');
  }
  const known = await readPasskeys(db, person.id);
  if (known.length >= MAX_PASSKEYS) {
    throw conflict('too_many_passkeys', `Ключей доступа бывает не больше ${MAX_PASSKEYS}`);
  }
  const options = await creationOptions(relyingParty, { personId: person.id, username: person.username, known });
  return keepChallenge(context, { personId: person.id, purpose: 'add' }, options);
}

/** A new passkey that fits its challenge; it is kept by `add`. */
export interface ReadyPasskey {
  id: string;
  /** @returns ten recovery codes; undefined when the person has some already. @throws ApiError 409 `passkey_known`. */
  add: (tx: Tx) => Promise<string[] | undefined>;
}

/**
 * Reads the passkey that a browser has made. Its challenge is used up by any answer.
 * @throws ApiError 409 `setup_over`, 400.
 */
export async function readyPasskey(
  context: FactorContext,
  personId: string,
  { challenge: challengeId, name, response }: { challenge: string; name: string; response: RegistrationResponseJSON },
): Promise<ReadyPasskey> {
  const { db, clock, relyingParty } = context;
  const at = clock();
  const challenge = await singleStatement(db, (tx) =>
    takeChallenge(tx, { id: challengeId, personId, purpose: 'add', at }),
  );
  if (challenge === undefined || relyingParty === undefined) {
    throw conflict('setup_over', 'Время вышло. Начните добавление ключа заново');
  }
  const key = await readNewPasskey(relyingParty, challenge, response);
  if (key === undefined) throw badRequest({ response: ['Браузер создал ключ не для этого сайта'] });
  const id = newId(at);
  return {
    id,
    add: async (tx) => {
      const { passkeys } = await readFactors(tx, personId);
      if (passkeys >= MAX_PASSKEYS) {
        throw conflict('too_many_passkeys', `Ключей доступа бывает не больше ${MAX_PASSKEYS}`);
      }
      try {
        await insertPasskey(tx, { ...key, id, personId, name, at });
      } catch (error) {
        if (breaks(error, 'passkey_credential_id_key')) throw conflict('passkey_known', 'Этот ключ уже добавлен');
        throw error;
      }
      return firstRecoveryCodes(context, tx, personId);
    },
  };
}

/** Leaves nothing of a person's recovery codes when they have no factor that they would stand for. */
async function dropIdleCodes(tx: Tx, personId: string): Promise<boolean> {
  const isLast = !hasFactor(await readFactors(tx, personId));
  if (isLast) await deleteRecoveryCodes(tx, personId);
  return isLast;
}

/** @param tx with the person locked. @returns whether that was the last factor. @throws ApiError 404. */
export async function removeTotp(tx: Tx, personId: string): Promise<{ wasLast: boolean }> {
  if (!(await deleteTotp(tx, personId))) throw notFound();
  return { wasLast: await dropIdleCodes(tx, personId) };
}

/** @param tx with the person locked. @returns the name, and whether that was the last factor. @throws ApiError 404. */
export async function removePasskey(tx: Tx, personId: string, id: string): Promise<{ name: string; wasLast: boolean }> {
  const name = await deletePasskey(tx, { id, personId });
  if (name === undefined) throw notFound();
  return { name, wasLast: await dropIdleCodes(tx, personId) };
}

/** Takes all second factors off a person who has lost them. @param tx with the person locked. */
export async function removeFactors(tx: Tx, personId: string): Promise<void> {
  await deleteTotp(tx, personId);
  await deletePasskeys(tx, personId);
  await deleteRecoveryCodes(tx, personId);
}
