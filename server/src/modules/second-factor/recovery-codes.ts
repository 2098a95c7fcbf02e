import { createHmac, type KeyObject, randomInt } from 'node:crypto';

const RECOVERY_CODES = 10;

/** Without characters that look alike: codes are kept on paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  ).join('-');

/** Ten codes of 59 bits, like `k7m2-x9w4-h3nq`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/** The kept hash of a code, however it was typed. It takes the server's key: who reads the database alone cannot try codes. */
export const hashRecoveryCode = (key: KeyObject, personId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${personId}/${code.toLowerCase().replaceAll(/[^\da-z]/g, '')}`)
    .digest();
