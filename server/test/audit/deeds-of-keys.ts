import { createApiKey, revokeApiKey, setServerWithdrawals } from '@kantor/contract/wire/api-keys.ts';
import type { Deed } from './scene.ts';

// What people do about the keys of their server.

export const OF_KEYS: readonly Deed[] = [
  {
    call: createApiKey,
    of: 'merchant',
    action: 'create-api-key',
    act: ({ merchant }) => merchant.call(createApiKey, { body: { name: 'Касса' } }),
  },
  {
    call: setServerWithdrawals,
    of: 'merchant',
    action: 'set-server-withdrawals',
    act: async ({ merchant }) => {
      for (let n = 0; n < 2; n += 1) await merchant.call(setServerWithdrawals, { body: { is_on: true } });
    },
  },
  {
    call: revokeApiKey,
    of: 'merchant',
    action: 'revoke-api-key',
    act: async ({ merchant }) => {
      const { id } = await merchant.call(createApiKey, { body: { name: 'Касса' } });
      for (let n = 0; n < 2; n += 1) await merchant.call(revokeApiKey, { params: { id } });
    },
  },
];
