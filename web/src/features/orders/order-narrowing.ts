import { NO_FIELDS } from '@/acts/order-filters/values';

/** What the list may be narrowed to besides its status; empty is any. */
export const NOT_NARROWED = { from: '', to: '', min: '', max: '', ...NO_FIELDS };
export type Narrowing = typeof NOT_NARROWED;

const NAMES = Object.keys(NOT_NARROWED) as (keyof Narrowing)[];

export const isNarrowed = (filters: Narrowing): boolean => NAMES.some((name) => filters[name] !== '');

/** What the list's totals are asked for: a text takes the place of all else. */
export const totalsAsked = ({ id, ...filters }: Narrowing & { id: string }): Partial<Narrowing> | { id: string } =>
  id === ''
    ? Object.fromEntries(NAMES.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
    : { id };
