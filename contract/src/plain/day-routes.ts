// A merchant's day, beyond the specification. A file of its own: the web's first visit does without it.

/** Today so far, beside yesterday until the same time. */
export const getMerchantToday = { method: 'GET', path: '/merchant/today/', right: 'summary.read' } as const;
