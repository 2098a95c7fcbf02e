import { idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { acceptInvitation, login, logout, refresh } from '@kantor/contract/wire/auth.ts';
import { createExport } from '@kantor/contract/wire/exports.ts';
import { confirmOrderForSum, dismissMessage, listMessagesToSort, restoreMessage } from '@kantor/contract/wire/match.ts';
import { createInvitation, listMembers, removeMember } from '@kantor/contract/wire/members.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { payTestOrder } from '@kantor/contract/wire/merchant-test.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
} from '@kantor/contract/wire/webhook-endpoints.ts';
import { listWebhooks, resendWebhook } from '@kantor/contract/wire/webhooks.ts';
import { createTraderWallet, removeTraderWallet } from '@kantor/contract/wire/withdrawals.ts';
import { photo } from '../harness/files.ts';
import { PASSWORD } from '../harness/market.ts';
import { claimAt } from '../harness/payer.ts';
import { type Deeds, NothingYet, numberOf, SBER, type World } from './world.ts';

const WEBHOOKS_FOR = 'https://shop.example/hooks';

/** A message that waits for its trader, with the orders that it may be about. */
async function messageToSort({ one, traders }: World) {
  const trader = one(traders);
  const { results } = await trader.call(listMessagesToSort, { query: { page_size: 10 } });
  if (results.length === 0) throw new NothingYet();
  const message = one(results);
  const candidate = message.candidates.length > 0 ? one(message.candidates) : undefined;
  return { trader, message, candidate };
}

/** What people do besides. */
export const OTHER_DEEDS: Deeds = {
  'a payer’s claim': [
    1,
    async ({ recent, made, market }) => {
      const { paymentUrl } = recent(made.orders);
      return claimAt(market.anyServer().url, paymentUrl, await photo());
    },
  ],
  'a message of a sum that nobody waits for': [
    2,
    async ({ one, phones, below }) => one(phones).hear(String(90 + below(300))),
  ],
  'a text, and a sign of life': [2, async ({ one, phones }) => one(phones).tell('Доброе утро')],
  'a phone that is paired anew': [0.5, async ({ pairAnew, one, cabinets }) => pairAnew(one(cabinets))],
  'a message that is sorted': [
    3,
    async (world) => {
      const { trader, message, candidate } = await messageToSort(world);
      if (candidate === undefined) throw new NothingYet();
      const [params, body] = [{ id: candidate.id }, { notification_id: message.id }];
      return candidate.can_confirm
        ? trader.call(confirmOrder, { params, body })
        : trader.call(confirmOrderForSum, { params, body });
    },
  ],
  'a message that is about no order': [
    1,
    async (world) => {
      const { trader, message } = await messageToSort(world);
      const params = { id: message.id };
      await trader.call(dismissMessage, { params, body: { reason: 'own_money' } });
      return world.below(2) === 0 ? trader.call(restoreMessage, { params }) : undefined;
    },
  ],
  'a test order': [
    1,
    async ({ one, shops, market, below }) => {
      const shop = one(shops);
      const made = await shop.call(createApiKey, { body: { name: 'Тест', is_test: true } });
      const server = market.clientOf(MERCHANT_API_BASE, made.key);
      const { id } = await server.call(createMerchantOrder, {
        headers: idempotencyKey(),
        body: { amount: String(100 + below(300)), method: 'sbp', external_id: numberOf(), bank: SBER },
      });
      await server.call(payTestOrder, { headers: idempotencyKey(), params: { id } });
      return shop.call(revokeApiKey, { params: { id: made.id } });
    },
  ],
  'a session': [
    0.5,
    async ({ one, payers, market }) => {
      const { username } = one(payers);
      const tokens = await market.guest.call(login, { body: { username, password: PASSWORD } });
      const renewed = await market.guest.call(refresh, { body: { refresh: tokens.refresh } });
      return market.guest.call(logout, { body: { refresh: renewed.refresh } });
    },
  ],
  'a member who comes and goes': [
    0.5,
    async ({ one, shops, market }) => {
      const shop = one(shops);
      const { token } = await shop.call(createInvitation, { body: { role: 'support' } });
      const username = `m-${numberOf()}`.slice(0, 30);
      await market.guest.call(acceptInvitation, { body: { token, username, password: PASSWORD } });
      const { results } = await shop.call(listMembers);
      const member = results.find((each) => each.username === username);
      return member && shop.call(removeMember, { params: { id: member.id } });
    },
  ],
  'an address for webhooks': [
    1,
    async ({ one, shops }) => {
      const shop = one(shops);
      const { id } = await shop.call(addWebhookEndpoint, { body: { url: WEBHOOKS_FOR, types: null, is_test: false } });
      const params = { id };
      await shop.call(changeWebhookEndpoint, { params, body: { url: WEBHOOKS_FOR, types: null, is_active: false } });
      return shop.call(removeWebhookEndpoint, { params });
    },
  ],
  'a webhook that is sent again': [
    1,
    async ({ one, shops }) => {
      const shop = one(shops);
      const { results } = await shop.call(listWebhooks, { query: { page_size: 10 } });
      if (results.length === 0) throw new NothingYet();
      return shop.call(resendWebhook, { params: { id: one(results).id } });
    },
  ],
  'a list as a file': [
    0.5,
    async ({ one, shops }) =>
      one(shops).call(createExport, { body: { list: one(['orders', 'payouts', 'appeals'] as const) } }),
  ],
  'a wallet that comes and goes': [
    1,
    async ({ one, traders }) => {
      const trader = one(traders);
      const { id } = await trader.call(createTraderWallet, {
        body: { wallet_to_withdraw: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' },
      });
      return trader.call(removeTraderWallet, { params: { id } });
    },
  ],
};
