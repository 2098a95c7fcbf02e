/** The kinds of what a client keeps of the server's answers: those of the specification, and webhooks. */
export const TAGS = [
  'Rates',
  'Order',
  'Payment',
  /** Payouts from a file. */
  'Batch',
  'History',
  'Wallet',
  'Withdraw',
  'Appeal',
  'Dashboard',
  'Cabinet',
  'Requisite',
  'Transaction',
  'Ping',
  'Notification',
  'User',
  'Webhook',
  /** What is in the test world. */
  'TestMode',
  /** What asks for a hand in an account. */
  'Inbox',
  /** Whatever the platform's own people see of everybody. */
  'Platform',
  /** What one person of the platform proposes, and another decides on. */
  'Proposal',
  /** What the radar has counted of everybody. */
  'PlatformRadar',
] as const;
export type Tag = (typeof TAGS)[number];
