/** The device, its counter, and the proof: `HMAC-SHA256(key, method \n path \n counter \n SHA-256(body))`, hex. */
export const DEVICE_HEADER = 'kantor-device';
export const COUNTER_HEADER = 'kantor-counter';
export const SIGNATURE_HEADER = 'kantor-signature';

/** The parts of a signature; `bodyHash` is the SHA-256 of the body's bytes in lower hexadecimal digits. */
export const signedText = (method: string, path: string, counter: number | string, bodyHash: string): string =>
  `${method}\n${path}\n${counter}\n${bodyHash}`;

/** The secret of a phone whose application signs nothing. */
export const SECRET_HEADER = 'kantor-secret';
