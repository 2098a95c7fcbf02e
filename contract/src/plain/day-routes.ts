// What a day has brought, beyond the specification. A file of its own: the web's first visit does without it.

/** Today so far, beside yesterday until the same time. */
export const getMerchantToday = { method: 'GET', path: '/merchant/today/', right: 'summary.read' } as const;

/** What each requisite of a trader has brought today. */
export const listRequisiteDays = { method: 'GET', path: '/bank_details/today/', right: 'requisites.read' } as const;
