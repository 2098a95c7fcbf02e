// What is sorted by hand, beyond the specification. A file of its own: the web's first visit does without it.

/** For the sum of a bank's message, which is another than the order's. */
export const confirmOrderForSum = {
  method: 'POST',
  path: '/orders/:id/confirm-for-sum/',
  right: 'orders.confirm',
} as const;

/** A merchant decides on the sum that a trader says has come. */
export const agreeAppeal = { method: 'POST', path: '/appeals/:id/agree/', right: 'appeals.agree' } as const;

export const disagreeAppeal = { method: 'POST', path: '/appeals/:id/disagree/', right: 'appeals.agree' } as const;

/** A merchant opens an appeal with what the order's payer has said. */
export const openAppealByClaim = {
  method: 'POST',
  path: '/orders/:id/appeals/by-claim/',
  right: 'appeals.open',
} as const;

export const getOtherSums = { method: 'GET', path: '/merchant/other_sums/', right: 'limits.read' } as const;

export const setOtherSums = { method: 'POST', path: '/merchant/other_sums/', right: 'other_sums.edit' } as const;

/** What waits for a person, with the orders that it may be about. */
export const listMessagesToSort = {
  method: 'GET',
  path: '/devicenotifications/to_sort/',
  right: 'messages.read',
} as const;

export const dismissMessage = {
  method: 'POST',
  path: '/devicenotifications/:id/dismiss/',
  right: 'orders.confirm',
} as const;

export const restoreMessage = {
  method: 'POST',
  path: '/devicenotifications/:id/restore/',
  right: 'orders.confirm',
} as const;
