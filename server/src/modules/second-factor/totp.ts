import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '../../kernel/clock.ts';

// Codes of an authenticator application: RFC 6238, with what every application takes.

const PERIOD_MS = 30 * SECOND;
const SECRET_BYTES = 20;
/** A clock may be wrong by one step, and a person slow by as much. */
const WINDOW = 1;
const ISSUER = 'Kantor';

const CONFIG = { algorithm: 'SHA1', digits: 6, period: PERIOD_MS / SECOND };

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** What an application is given: the secret as a text to type (base32), and the address that a QR code says. */
export function describeTotp(bytes: Uint8Array, username: string): { secret: string; uri: string } {
  const secret = secretOf(bytes);
  return { secret: secret.base32, uri: new TOTP({ ...CONFIG, issuer: ISSUER, label: username, secret }).toString() };
}

/** The step whose code this is, by the clock and one step to each side; undefined for any other code. Compares in constant time. */
export function stepOfCode(bytes: Uint8Array, code: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...CONFIG, secret: secretOf(bytes), token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: CONFIG.period, timestamp }) + delta;
}
