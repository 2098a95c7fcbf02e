import { phoneMessage, type sendNotifications } from '@kantor/contract/wire/device-api.ts';
import type { z } from 'zod';
import type { Turns } from '../../db/turns.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { errorsOf } from '../../http/problem.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { CabinetRef } from '../cabinets/index.ts';
import type { DeviceDeps } from '../devices/index.ts';
import { type BankMessage, receiveMessage } from '../matching/index.ts';

import { heardAt } from './rules.ts';

// A phone repeats a message until it is accepted. A message that never can be is therefore named, and does not stop the rest.

export interface DeviceApiDeps extends DeviceDeps {
  /** Of the process: messages are kept together with those of other phones. */
  turns: Turns;
}

type Batch = z.output<typeof sendNotifications.body>;
type Rejected = z.input<typeof sendNotifications.response>['rejected'];

/** The sender of a message that names none. */
const UNNAMED = 'SMS';

/** Reads each message of a batch by itself. */
export function readBatch({ sent_at: sentAt, notifications }: Batch, now: Date) {
  const messages: BankMessage[] = [];
  const rejected: Rejected = [];
  for (const [index, notification] of notifications.entries()) {
    const { success, data, error } = phoneMessage.safeParse(notification);
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
      plainRequest: JSON.stringify({ sent_at: sentAt, ...(notification as object) }),
    });
  }
  return { messages, rejected };
}

/**
 * Keeps each message. A message that fails for an unforeseen reason is logged and left out; the phone sends it again, after the
 * others.
 * @returns the ids of the kept messages.
 * @throws Error when the database cannot be asked, ApiError 404 when the cabinet is not the trader's.
 */
export async function receiveEach(
  deps: DeviceApiDeps,
  cabinet: CabinetRef,
  messages: readonly BankMessage[],
  log: Log,
): Promise<string[]> {
  const accepted: string[] = [];
  for (const message of messages) {
    try {
      await receiveMessage(deps, cabinet, message);
      accepted.push(message.messageId);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ApiError || isUnavailable(error)) throw error;
      log.error('phone_message_failed', { cabinet_id: cabinet.id, error });
    }
  }
  return accepted;
}
