import { idempotencyKey } from '@kantor/contract/client.ts';
import { confirmOrder, getOrder } from '@kantor/contract/wire/orders.ts';
import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import { createCabinet, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmPayout, contestPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { createRequisite, listRequisites, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { outcomeOf } from '../harness/calls.ts';
import { photo } from '../harness/files.ts';
import type { Market, Merchant, Person } from '../harness/market.ts';
import { pairPhone } from '../harness/phone.ts';

/** An object on whose page a text stands. */
export interface Shown {
  role: 'trader' | 'merchant';
  path: string;
}

/** Counts the texts that were taken; a field that refuses one is as good as one that shows it. */
function createTaking() {
  let taken = 0;
  return {
    taken: () => taken,
    take: async <Answer>(call: Promise<Answer>): Promise<Answer | undefined> => {
      const outcome = await outcomeOf(call);
      if (outcome.kind === 'doubt') throw outcome.error;
      if (outcome.kind === 'refusal') return undefined;
      taken += 1;
      return outcome.answer;
    },
  };
}

/** Writes each text into every field that people, shops, phones and banks can write. @returns the pages of what it made. */
export async function writeEverywhere(
  market: Market,
  { trader, merchant }: { trader: Person; merchant: Merchant },
  texts: readonly string[],
): Promise<{ taken: number; shown: Shown[] }> {
  const { take, taken } = createTaking();
  const shown: Shown[] = [];
  const show = (role: Shown['role'], list: string, id: string | undefined) => {
    if (id !== undefined) shown.push({ role, path: `/${list}/${id}` });
  };
  const server = market.anyServer();
  const heard = await market.createCabinet(trader.id);
  const phone = await pairPhone(server, trader, heard, '4321');
  const proof = await photo();
  await take(merchant.call(updateWebhookEndpoint, { body: { url: market.receiver.url, is_active: true } }));
  for (const [n, text] of texts.entries()) {
    const name = text.slice(0, 100);
    await take(trader.call(createCabinet, { body: { device_name: name, phone: text.slice(0, 32) } }));
    const requisite = await take(
      trader.call(createRequisite, {
        body: { bank_type: 1, name, fio: text.slice(0, 150), is_sbp: true, is_c2c: true },
      }),
    );
    show('trader', 'requisites', requisite?.id);
    await take(
      trader.call(createRequisite, {
        body: { bank_type: 1, name, phone: text.slice(0, 32), bank_account: text.slice(0, 34) },
      }),
    );
    if (requisite !== undefined) {
      await take(trader.call(updateRequisite, { params: { id: requisite.id }, body: { bank_type: 1, fio: name } }));
    }
    await take(merchant.call(createApiKey, { body: { name } }));
    await take(phone.tell(text));
    const order = await take(
      merchant.api.call(createMerchantOrder, {
        headers: idempotencyKey(),
        body: { amount: `${1000 + n}`, method: 'sbp', external_id: text.slice(0, 128) },
      }),
    );
    show('trader', 'orders', order?.id);
    show('merchant', 'orders', order?.id);
    if (order !== undefined) {
      const params = { id: order.id };
      const fileName = `${text.replaceAll(/[^\w() ]/g, '')}.png`;
      const file = await photo(fileName);
      await take<unknown>(
        n % 2 === 0
          ? merchant.api.call(openMerchantAppeal, { params, headers: idempotencyKey(), file, body: { amount: '1' } })
          : trader.call(confirmOrder, { params, body: { without_message: 'other', note: text.slice(0, 200) } }),
      );
      const appeal = (await trader.call(getOrder, { params })).appeal?.id;
      show('trader', 'appeals', appeal);
      show('merchant', 'appeals', appeal);
    }
    const payout = await take(
      merchant.api.call(createMerchantPayout, {
        headers: idempotencyKey(),
        body: { amount: '1000', method: 'sbp', fio: 'Пётр', phone: '+79995554433', external_id: text.slice(0, 128) },
      }),
    );
    if (payout === undefined) continue;
    const params = { id: payout.id };
    await take(trader.call(takePayout, { params }));
    await take(trader.call(uploadPayoutPhoto, { params, file: proof }));
    await take(trader.call(confirmPayout, { params }));
    await take(merchant.call(contestPayout, { params, body: { reason: text } }));
    show('trader', 'payments', payout.id);
    show('merchant', 'payments', payout.id);
  }
  for (const { id } of (await trader.call(listNotifications, { query: { page_size: 100 } })).results) {
    show('trader', 'notifications', id);
  }
  for (const { id } of (await trader.call(listCabinets, { query: { page_size: 100 } })).results) {
    show('trader', 'cabinets', id);
  }
  const { count } = await trader.call(listRequisites);
  if (count === 0) throw new Error('No requisite was made');
  return { taken: taken(), shown };
}
