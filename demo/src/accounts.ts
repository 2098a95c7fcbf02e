/** Who may sign in to the demo marketplace. The names and passwords are public: production never has them. */
export const ACCOUNTS = {
  trader: { role: 'trader', username: 'trader', password: 'trader-demo-1', rewardBp: 350, payoutEnable: true },
  trader2: { role: 'trader', username: 'trader2', password: 'trader-demo-2', rewardBp: 350, payoutEnable: true },
  merchant: { role: 'merchant', username: 'merchant', password: 'merchant-demo-1', feeBp: 600, payoutEnable: true },
  operator: { role: 'operator', memberRole: 'owner', username: 'operator', password: 'operator-demo-1' },
  /** What takes money back takes two. */
  operator2: { role: 'operator', memberRole: 'operator', username: 'operator2', password: 'operator-demo-2' },
} as const;

/** Others who belong to an account of the demo; `of` is its owner's name. */
export const MEMBERS = {
  shift: { of: 'trader', role: 'shift', username: 'shift', password: 'shift-demo-1' },
  /** Pays people out by files, which the owner approves when they are large. */
  finance: { of: 'merchant', role: 'finance', username: 'finance', password: 'finance-demo-1' },
  developer: { of: 'merchant', role: 'developer', username: 'developer', password: 'developer-demo-1' },
  support: { of: 'operator', role: 'support', username: 'support', password: 'support-demo-1' },
} as const;

export type MemberName = keyof typeof MEMBERS;

export type AccountName = keyof typeof ACCOUNTS;

export type TraderName = 'trader' | 'trader2';

/** The key of the demo merchant's server. */
export const API_KEY = 'kantor_demo_merchant_key';
/** Its key to the test world. */
export const TEST_API_KEY = 'kantor_test_demo_merchant_key';
