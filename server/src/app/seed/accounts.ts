import type { UserRequest } from '../../modules/users/index.ts';

interface DemoAccount extends Omit<UserRequest, 'at'> {
  password: string;
}

/** Who may sign in to the demo marketplace. The names and passwords are public. */
export const ACCOUNTS = {
  trader: { role: 'trader', username: 'trader', password: 'trader-demo-1', rewardBp: 350, payoutEnable: true },
  trader2: { role: 'trader', username: 'trader2', password: 'trader-demo-2', rewardBp: 350, payoutEnable: true },
  merchant: { role: 'merchant', username: 'merchant', password: 'merchant-demo-1', feeBp: 600, payoutEnable: true },
  operator: { role: 'operator', username: 'operator', password: 'operator-demo-1' },
} as const satisfies Record<string, DemoAccount>;

export type DemoName = keyof typeof ACCOUNTS;

export type DemoTrader = 'trader' | 'trader2';

export const API_KEY = 'kantor_demo_merchant_key';

/** Opened when the story has been played to its end: the sign that it is all there. */
export const LAST_ACCOUNT: DemoName = 'operator';

/** Who says the rate of each day of the story. */
export const RATE_SOURCE = 'demo';
