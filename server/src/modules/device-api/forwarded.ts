import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError } from '../../kernel/errors.ts';
import type { BankMessage } from '../matching/index.ts';

// Posts of others' applications. Fields that we do not know are theirs to add; each post is kept beside its reading, as it was.

/** A post of an application, in our words. */
export interface Forwarded {
  /** By the phone's clock; it binds the signature to this moment. */
  sentAt: Date;
  /** The application posts by a template that we have replaced. */
  isOldTemplate?: boolean;
  content:
    /** Signed, but with content that an outsider may have written into the template. */
    | { kind: 'unsafe' }
    | { kind: 'ping'; text: string }
    | { kind: 'message'; message: Omit<BankMessage, 'plainRequest'> }
    | { kind: 'other' };
}

interface Posted {
  headers: FastifyRequest['headers'];
  body: Buffer;
  text: string;
  key: string;
  now: Date;
}

/** Reads a post of an application. @returns undefined when it was not made with the key. @throws ApiError 400. */
export type ReadPost = (posted: Posted) => Forwarded | undefined;

/** Reads the fields of a signed post. @throws ApiError 400 `malformed`: such an application posts others. */
export function readForeign<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ApiError(400, 'malformed', 'Приложение прислало не то, что мы умеем читать: проверьте его настройки');
  }
}
