import type { SecondFactor } from '@kantor/contract/plain/step-up.ts';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Reader, Tx } from '../../db/tx.ts';
import { singleStatement } from '../../db/tx.ts';
import { badRequest, forbidden } from '../../kernel/errors.ts';
import { readSignature } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { FactorContext } from './context.ts';
import { readRecoveryCode, readTotp, spendRecoveryCode, spendStep } from './store/codes.ts';
import { type Challenge, readPasskeys, spendSignature, takeChallenge } from './store/passkeys.ts';
import { stepOfCode } from './totp.ts';

/** What a person gives as their second factor, as calls have it. */
export interface GivenFactor {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: { challenge: string; response: AuthenticationResponseJSON } | undefined;
}

const wrongCode = () => forbidden('Неверный код', 'wrong_code');
const usedCode = () => forbidden('Код уже использован. Дождитесь следующего', 'code_used');
const usedRecoveryCode = () => forbidden('Этот запасной код уже использован', 'code_used');
const wrongPasskey = () => forbidden('Ключ доступа не подошёл', 'wrong_passkey');

/** A factor that was right; it counts when it is spent. */
export interface Checked {
  kind: SecondFactor;
  /** Spends it, in the transaction of what it was given for. @throws ApiError 403 `code_used`, `wrong_passkey`. */
  spend: (tx: Tx, at: Date) => Promise<void>;
}

/** Which factor was given; undefined: none. @throws ApiError 400 when there are several. */
export function kindOf(given: GivenFactor): SecondFactor | undefined {
  const kinds = (['code', 'recovery_code', 'passkey'] as const).filter((kind) => given[kind] !== undefined);
  if (kinds.length > 1) throw badRequest({ [kinds[1] ?? '']: ['Дайте что-то одно'] });
  return kinds[0];
}

/**
 * Checks a person's second factor. A challenge is used up by any answer.
 * @throws ApiError 403 `wrong_code`, `code_used`, `wrong_passkey`.
 */
export async function checkFactor(
  context: FactorContext,
  personId: string,
  given: GivenFactor,
  purpose: Exclude<Challenge['purpose'], 'add'>,
): Promise<Checked> {
  if (given.passkey !== undefined) return checkPasskey(context, personId, given.passkey, purpose);
  if (given.code !== undefined) return checkCode(context, personId, given.code);
  return checkRecoveryCode(context, personId, given.recovery_code ?? '');
}

async function checkCode({ db, clock, unsealTotp }: FactorContext, personId: string, typed: string): Promise<Checked> {
  const totp = await readTotp(db, personId);
  const secret = totp && unsealTotp(personId, totp.sealed);
  const step = secret && stepOfCode(secret, typed.replaceAll(/\s/g, ''), clock());
  if (totp === undefined || step === undefined) throw wrongCode();
  if (step <= totp.lastStep) throw usedCode();
  return {
    kind: 'code',
    spend: async (tx) => {
      if (!(await spendStep(tx, personId, step))) throw usedCode();
    },
  };
}

async function checkRecoveryCode(
  { db, recoveryKeys }: FactorContext & { db: Reader },
  personId: string,
  typed: string,
): Promise<Checked> {
  const hashes = recoveryKeys.map((key) => hashRecoveryCode(key, personId, typed));
  const known = await readRecoveryCode(db, { personId, hashes });
  if (known === undefined) throw wrongCode();
  if (known.isUsed) throw usedRecoveryCode();
  const { hash } = known;
  return {
    kind: 'recovery_code',
    spend: async (tx, at) => {
      if (!(await spendRecoveryCode(tx, { personId, hash, at }))) throw usedRecoveryCode();
    },
  };
}

async function checkPasskey(
  { db, clock, relyingParty }: FactorContext,
  personId: string,
  { challenge: id, response }: NonNullable<GivenFactor['passkey']>,
  purpose: Exclude<Challenge['purpose'], 'add'>,
): Promise<Checked> {
  const at = clock();
  const challenge = await singleStatement(db, (tx) => takeChallenge(tx, { id, personId, purpose, at }));
  const key = (await readPasskeys(db, personId)).find(({ credentialId }) => credentialId === response.id);
  if (relyingParty === undefined || challenge === undefined || key === undefined) throw wrongPasskey();
  const counter = await readSignature(relyingParty, challenge, key, response);
  if (counter === undefined) throw wrongPasskey();
  return {
    kind: 'passkey',
    spend: async (tx, now) => {
      if (!(await spendSignature(tx, { id: key.id, counter, at: now }))) throw wrongPasskey();
    },
  };
}
