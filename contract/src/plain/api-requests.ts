/** How a request to the merchant API was answered: as asked, refused, or failed by a fault of ours. */
export const REQUEST_RESULTS = ['DONE', 'REFUSED', 'FAILED'] as const;
export type RequestResult = (typeof REQUEST_RESULTS)[number];

/** A call as the filter of requests names it: `POST /orders/:id/cancel`. */
export const callOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
