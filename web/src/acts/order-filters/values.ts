import { ORDER_CONFIRMERS, ORDER_METHODS } from '@kantor/contract/plain/statuses.ts';

/** What orders are narrowed to behind «Ещё фильтры»; empty is any. */
export const NO_FIELDS = { bank: '', requisite: '', method: '', confirmed: '', number: '' };
export type FieldValues = typeof NO_FIELDS;

/** For a list's definition: what else stands in the address is no filter. */
export const ALLOWED_FIELDS: Record<'method' | 'confirmed', readonly string[]> = {
  method: ['', ...ORDER_METHODS],
  confirmed: ['', ...ORDER_CONFIRMERS],
};
