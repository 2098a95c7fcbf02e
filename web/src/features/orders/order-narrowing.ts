import { NO_FIELDS } from '@/acts/order-filters/values';

/** What the list may be narrowed to besides its status; empty is any. */
export const NOT_NARROWED = { from: '', to: '', min: '', max: '', ...NO_FIELDS };
export type Narrowing = typeof NOT_NARROWED;
