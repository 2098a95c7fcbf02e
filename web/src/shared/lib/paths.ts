/** Every address of the product; nothing else spells one out. */
export const paths = {
  login: '/login',
  balance: '/balance',
  appeals: '/appeals',
  appeal: (id: string) => `/appeals/${encodeURIComponent(id)}`,
  withdrawals: '/withdrawals',
  payments: '/payments',
  orders: '/orders',
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  history: '/history',
  wallets: '/wallets',
  cabinets: '/cabinets',
  requisites: '/requisites',
  transactions: '/transactions',
  notifications: '/notifications',
  pings: '/pings',
} as const;
