import type { Actor, OrderMethod } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';

/** What a list of orders is narrowed to, besides days and statuses. */
export interface Narrowing {
  /** Kopecks, both inclusive. */
  min?: bigint | undefined;
  max?: bigint | undefined;
  /** Of the payee, as it was when the order was issued. */
  bankId?: number | undefined;
  requisiteId?: string | undefined;
  method?: OrderMethod | undefined;
  /** Who closed it. */
  confirmedBy?: Actor | undefined;
  /** The merchant's own number, whole. */
  number?: string | undefined;
}

/** Whether a request is narrowed at all. */
export const isNarrowed = ({ min, max, bankId, requisiteId, method, confirmedBy, number }: Narrowing): boolean =>
  [min, max, bankId, requisiteId, method, confirmedBy, number].some((each) => each !== undefined);

/**
 * What must be so of an order `o`. With an offset in what looks elsewhere: an order is asked about by its own keys, and never looked for
 * by others'.
 */
export const fitting = ({
  min,
  max,
  bankId,
  requisiteId,
  method,
  confirmedBy,
  number,
}: Narrowing): RawBuilder<unknown>[] => [
  ...(min === undefined ? [] : [sql`o.amount >= ${min}`]),
  ...(max === undefined ? [] : [sql`o.amount <= ${max}`]),
  ...(requisiteId === undefined ? [] : [sql`o.requisite_id = ${requisiteId}`]),
  ...(method === undefined ? [] : [sql`o.is_sbp = ${method === 'sbp'}`]),
  ...(number === undefined ? [] : [sql`o.external_id = ${number}`]),
  ...(bankId === undefined
    ? []
    : [
        sql`exists (
          select from payee where payee.requisite_id = o.requisite_id and payee.version = o.payee_version and payee.bank_id = ${bankId} offset 0)`,
      ]),
  ...(confirmedBy === undefined
    ? []
    : [
        sql`o.status = 'CLOSED' and exists (
          select from order_status_change as step
          where step.order_id = o.id and step.status = 'CLOSED' and step.actor = ${confirmedBy} offset 0)`,
      ]),
];
