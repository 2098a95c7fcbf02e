import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): its order is the order of creation. */
export const newId = (moment: Date): string => v7({ msecs: moment.getTime() });

/** The smallest UUIDv7 of a moment: every id made at or after it is greater or equal. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Whether a UUIDv7 was made at this very millisecond. */
export const isIdOf = (id: string, moment: Date): boolean => id.slice(0, 13) === firstIdAt(moment).slice(0, 13);
