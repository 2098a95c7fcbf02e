import type { FastifyInstance } from 'fastify';
import { badRequest, ApiError } from '../kernel/errors.ts';
import { readUtf8 } from './utf8.ts';

/** A number that JavaScript holds exactly as it was written. */
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/;

class ImpreciseNumber extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/**
 * Reads a JSON body. Numbers with an exponent, or with more digits than a float holds, are refused here: the schemas would
 * only see what the float made of them. An empty body is no body: clients send the JSON content type with every call.
 * @throws ApiError 400.
 */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text, function readValue(
      this: unknown,
      key: string,
      value: unknown,
      context?: { source?: string },
    ) {
      if (typeof value === 'number' && !PLAIN_NUMBER.test(context?.source ?? '')) throw new ImpreciseNumber(key);
      return value;
    } as (this: unknown, key: string, value: unknown) => unknown);
  } catch (error) {
    throw error instanceof ImpreciseNumber
      ? badRequest({ [error.field]: ['Укажите обычное десятичное число'] })
      : new ApiError(400, 'malformed', 'Тело запроса — не JSON');
  }
}

/** Reads JSON bodies in UTF-8, and no others. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    try {
      done(null, readJson(readUtf8(body as Buffer, headers['content-type'])));
    } catch (error) {
      done(error as Error);
    }
  });
}
