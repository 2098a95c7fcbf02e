// Calls about payouts. A file of its own: the web's first visit does without it.

export const listPayouts = { method: 'GET', path: '/withdraworders/', right: 'payouts.read' } as const;
export const getPayout = { method: 'GET', path: '/withdraworders/:id/', right: 'payouts.read' } as const;
export const createPayout = {
  method: 'POST',
  path: '/withdraworders/',
  right: 'payouts.make',
  stepUp: 'payouts',
} as const;
export const cancelPayout = { method: 'POST', path: '/withdraworders/:id/cancel/', right: 'payouts.make' } as const;
export const takePayout = { method: 'POST', path: '/withdraworders/:id/take_on_work/', right: 'payouts.work' } as const;
export const freePayout = { method: 'POST', path: '/withdraworders/:id/free/', right: 'payouts.work' } as const;
export const confirmPayout = { method: 'POST', path: '/withdraworders/:id/confirm/', right: 'payouts.work' } as const;
/** Beyond the specification. */
export const contestPayout = {
  method: 'POST',
  path: '/withdraworders/:id/contest/',
  right: 'payouts.contest',
} as const;
export const uploadPayoutPhoto = { method: 'PATCH', path: '/withdraworders/:id/', right: 'payouts.work' } as const;
