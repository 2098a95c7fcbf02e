import { type Narrowing, NOT_NARROWED } from './order-narrowing';

const NAMES = Object.keys(NOT_NARROWED) as (keyof Narrowing)[];

export const isNarrowed = (filters: Narrowing): boolean => NAMES.some((name) => filters[name] !== '');

/** What the list's totals are asked for: a text takes the place of all else. */
export const totalsAsked = ({ id, ...filters }: Narrowing & { id: string }): Partial<Narrowing> | { id: string } =>
  id === ''
    ? Object.fromEntries(NAMES.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
    : { id };
