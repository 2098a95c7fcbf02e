import type { Database } from '../../db/pool.ts';
import { transaction } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { insertNotification } from '../devices/index.ts';

export interface HeardMessage {
  /** The phone's own name of the message. */
  messageId: string;
  phone: string;
  application: string;
  text: string;
  /** When the bank's message reached the phone, by our clock: the phone's skew is already taken off. */
  heardAt: Date;
  /** What the phone sent, as it was. */
  plainRequest: string;
}

/** Keeps each message once; one transaction a message. @returns the ids that are now kept, new or repeated. */
export async function receiveMessages(
  { db, clock }: { db: Database; clock: Clock },
  cabinet: { id: string; traderId: string },
  messages: readonly HeardMessage[],
): Promise<string[]> {
  for (const { heardAt, ...message } of messages) {
    const at = clock();
    await transaction(db, (tx) =>
      insertNotification(tx, {
        ...message,
        id: newId(at),
        traderId: cabinet.traderId,
        cabinetId: cabinet.id,
        orderId: null,
        createdAt: heardAt,
      }),
    );
  }
  return messages.map(({ messageId }) => messageId);
}
