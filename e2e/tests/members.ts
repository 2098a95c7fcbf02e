import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { MEMBER_ROLES, type MemberRole, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import { acceptInvitation } from '@kantor/contract/wire/auth.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { listWebhooks, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { createTraderWallet, createTraderWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { ACCOUNTS } from '@kantor/demo/accounts.ts';
import { asMerchant, asPerson } from './api.ts';

/** Those of the demo whose accounts the members of each role belong to. */
const OWNERS = { trader: 'trader2', merchant: 'merchant', operator: 'operator' } as const satisfies Record<
  Role,
  string
>;
const PASSWORD = 'members of the e2e tests';
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const POLL_MS = 100;

/** Somebody of each role that a member of an account can have. */
export const MEMBERS: readonly Member[] = ROLES.flatMap((role) =>
  MEMBER_ROLES[role].map((memberRole) => ({
    role,
    memberRole,
    ...(memberRole === 'owner' ? ACCOUNTS[OWNERS[role]] : { username: `${role}-${memberRole}`, password: PASSWORD }),
  })),
);

export interface Member {
  role: Role;
  memberRole: MemberRole;
  username: string;
  password: string;
}

/** Lets the members that the demo has not belong to its accounts, and gives these what the demo has none of. */
export async function addMembers(server: string): Promise<void> {
  for (const role of ROLES) {
    const owner = asPerson({ server }, OWNERS[role]);
    for (const { memberRole, username, password } of MEMBERS.filter((member) => member.role === role)) {
      if (memberRole === 'owner') continue;
      const { token } = await owner.call(createInvitation, { body: { role: memberRole } });
      await owner.call(acceptInvitation, { body: { token, username, password } });
    }
  }
  await withdraw(server);
  await makeWebhook(server);
}

async function withdraw(server: string): Promise<void> {
  const trader = asPerson({ server }, OWNERS.trader);
  const { id } = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } });
  await trader.call(createTraderWithdrawal, { body: { amount_in_usdt: 1, wallet_id: id } });
}

async function makeWebhook(server: string): Promise<void> {
  const merchant = asPerson({ server }, OWNERS.merchant);
  const shop = asMerchant({ server });
  await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/hooks', is_active: true } });
  const payout = { amount: 1234, method: 'sbp', fio: 'Получатель Проверки', phone: '+79990000000' } as const;
  const { id } = await shop.call(createMerchantPayout, {
    body: { ...payout, external_id: 'e2e-members' },
    headers: idempotencyKey(),
  });
  await shop.call(cancelMerchantPayout, { params: { id }, headers: idempotencyKey() });
  while ((await merchant.call(listWebhooks)).count === 0) await delay(POLL_MS);
}
