import { randomUUID } from 'node:crypto';
import { createPhone, pair } from '@kantor/contract/device.ts';
import { getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import { readQr } from '@kantor/demo/qr.ts';
import { sber } from '@kantor/server/test/support/bank-phone.ts';
import type { Person } from './market.ts';
import type { Server } from './servers.ts';

/** Pairs a phone with a cabinet; `tail` ends the account that its bank speaks of. `hear` sends what Sberbank says about an income; one message at a time, as phones do. */
export async function pairPhone(server: Server, trader: Person, cabinetId: string, tail: string) {
  const { token } = readQr(await trader.at(server).call(getCabinetQr, { params: { id: cabinetId } }));
  const { device_id: id, key } = await pair({ server: server.url }, token);
  const phone = createPhone({ server: server.url }, { id, key });
  let last: Promise<unknown> = Promise.resolve();
  const notify = (message: { application: string; text: string }, messageId: string) => {
    const now = new Date().toISOString();
    const notification = { message_id: messageId, phone: '', ...message, time: now };
    return phone.call(sendNotifications, { sent_at: now, notifications: [notification] });
  };
  return {
    /** Any text of any sender, and a sign of life with the same. */
    async tell(text: string) {
      await phone.call(sendPing, { text });
      await notify({ application: text, text }, randomUUID());
    },
    /** @param messageId the same when a message is sent again. */
    hear(roubles: string, messageId: string = randomUUID()) {
      const sent = last.then(() => notify(sber(roubles, tail), messageId));
      last = sent.catch(() => undefined);
      return sent;
    },
  };
}
