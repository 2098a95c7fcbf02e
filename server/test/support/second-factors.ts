import { confirmTotp, startTotp } from '@kantor/contract/wire/security.ts';
import { Secret, TOTP } from 'otpauth';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import type { Kantor } from './kantor.ts';
import type { TestClient } from './test-client.ts';

export const STEP_MS = MINUTE / 2;

/** An authenticator application with a secret. */
export interface AuthenticatorApp {
  /** The code of the moment, or of so many steps before or after it. */
  code: (steps?: number) => string;
}

export const authenticatorApp = (secret: string, { clock }: Pick<Kantor, 'clock'>): AuthenticatorApp => ({
  code: (steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock().getTime() + steps * STEP_MS }),
});

/** Sets up an application for a person, and lets its first code's step pass. */
export async function setUpTotp(kantor: Kantor, person: TestClient) {
  const { secret, setup } = await person.call(startTotp);
  const app = authenticatorApp(secret, kantor);
  const { recovery_codes: codes } = await person.call(confirmTotp, { body: { setup, code: app.code() } });
  kantor.pass(30 * SECOND);
  return { ...app, secret, codes: codes ?? [] };
}
