import { heardMessage, type sendNotifications } from '@kantor/contract/wire/device-api.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { isUnavailable } from '../../db/unavailable.ts';
import { errorsOf } from '../../http/problem.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { PhonesCabinet } from '../cabinets/index.ts';
import { type HeardMessage, receiveMessages } from '../matching/index.ts';
import type { Deps } from './phone.ts';
import { heardAt } from './rules.ts';

// A phone sends what it has until it is taken. What cannot be taken must therefore be named, and must not stop the rest.

type Batch = z.output<typeof sendNotifications.body>;
type Rejected = z.input<typeof sendNotifications.response>['rejected'];

/** As much of what a phone sent as is kept, in UTF-16 units. */
const LONGEST_REQUEST = 64 * 1024;
/** Who sent it, when nothing that can be shown tells. */
const UNNAMED = 'SMS';

/** Reads each message of a batch by itself. */
export function readBatch({ sent_at: sentAt, notifications }: Batch, now: Date) {
  const messages: HeardMessage[] = [];
  const rejected: Rejected = [];
  for (const [index, notification] of notifications.entries()) {
    const { success, data, error } = heardMessage.safeParse(notification);
    if (!success) {
      rejected.push({ index, errors: errorsOf(error, 'message') });
      continue;
    }
    messages.push({
      messageId: data.message_id,
      phone: data.phone,
      application: data.application || UNNAMED,
      text: data.text,
      heardAt: heardAt(now, { sentAt, time: data.time }),
      phoneTime: data.time,
      plainRequest: JSON.stringify({ sent_at: sentAt, ...(notification as object) }).slice(0, LONGEST_REQUEST),
    });
  }
  return { messages, rejected };
}

/**
 * Keeps each message. One that fails for a reason nobody foresaw is logged and left out; the phone sends it again, after the
 * others.
 * @returns the ids of those that are now kept.
 * @throws Error when the database cannot be asked, ApiError 404 when the cabinet is not the trader's.
 */
export async function receiveEach(
  deps: Deps,
  cabinet: PhonesCabinet,
  messages: readonly HeardMessage[],
  log: FastifyBaseLogger,
): Promise<string[]> {
  const accepted: string[] = [];
  for (const message of messages) {
    try {
      accepted.push(...(await receiveMessages(deps, cabinet, [message])));
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ApiError || isUnavailable(error)) throw error;
      log.error(error);
    }
  }
  return accepted;
}
