/** The page of a payer: HTML for a browser and forms from it, no calls of an API. Whoever has the link's token may open it. */
export const PAYMENT_PAGE_BASE = '/pay';

export const showPayment = { method: 'GET', path: '/:token' } as const;
/** Server-Sent Events: each is the page's main part as it is now. */
export const followPayment = { method: 'GET', path: '/:token/events' } as const;
/** A form with the fields of `wire/payer-claims.ts` and perhaps one receipt. */
export const claimPayment = { method: 'POST', path: '/:token/claim' } as const;
/** A form with one more receipt of a claim that is made. */
export const addPaymentReceipt = { method: 'POST', path: '/:token/receipt' } as const;

/** The field of the file in both forms. */
export const RECEIPT_FIELD = 'receipt';
/** Files of one claim. */
export const MAX_RECEIPTS = 3;
