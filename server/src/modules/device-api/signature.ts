import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { COUNTER_HEADER, DEVICE_HEADER, SIGNATURE_HEADER, signedText } from '@kantor/contract/plain/device-headers.ts';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../../kernel/errors.ts';

/** The claim of a call, not yet proved. */
export interface Claim {
  deviceId: string;
  counter: number;
  /** HMAC-SHA256. */
  signature: Buffer;
}

export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const COUNTER = /^[1-9]\d{0,15}$/;
export const HEX_SHA256 = /^[\da-f]{64}$/i;

export const unsigned = () =>
  unauthorized('Подпись запроса неверна: если это повторяется, подключите телефон заново', 'bad_signature');

/** @throws ApiError 401 when the headers cannot be a signature. */
export function readClaim({ headers }: Pick<FastifyRequest, 'headers'>): Claim {
  const read = (name: string, pattern: RegExp): string => {
    const value = headers[name];
    if (typeof value !== 'string' || !pattern.test(value)) throw unsigned();
    return value;
  };
  const counter = Number(read(COUNTER_HEADER, COUNTER));
  if (!Number.isSafeInteger(counter)) throw unsigned();
  const signature = Buffer.from(read(SIGNATURE_HEADER, HEX_SHA256), 'hex');
  return { deviceId: read(DEVICE_HEADER, ID), counter, signature };
}

/** The signature of a text with a key. */
export const hmac = (key: string, ...parts: (string | Buffer)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** In constant time, also when the lengths differ. */
export const isSame = (made: Buffer, shown: Buffer): boolean =>
  made.length === shown.length && timingSafeEqual(made, shown);

/** Whether a claim was signed with this key, of exactly these bytes. */
export function isSigned(key: string, claim: Claim, { method, path, body }: SignedRequest): boolean {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return isSame(hmac(key, signedText(method, path, claim.counter, bodyHash)), claim.signature);
}

interface SignedRequest {
  method: string;
  /** Without parameters. */
  path: string;
  /** As it was sent. */
  body: Buffer;
}
