import type { Tx } from '../../db/tx.ts';

/** A webhook of the test world. */
export interface Message {
  merchantId: string;
  callbackUrl: string | null;
  isTest: true;
  eventId: null;
  type: string;
  objectId: string;
  at: Date;
  body: () => Promise<string>;
}

/** Where they go: nowhere, until endpoints of the test world are there; the body is made, so that it is known to be sound. */
export async function queueWebhooks(_tx: Tx, messages: readonly Message[], _now: Date): Promise<void> {
  for (const message of messages) await message.body();
}
