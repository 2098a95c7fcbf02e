import type { ReconciliationKind } from '@kantor/contract/plain/reconciliations.ts';
import { writtenDay } from '@/shared/dates/spans';
import { inRub, inUsdt } from '@/shared/lib/format-amount';

/** A sum of a kind's statement, with its unit. */
export const inUnit = (kind: ReconciliationKind, sum: string | null): string =>
  kind === 'wallet' ? inUsdt(sum) : inRub(sum);

/** Days of a period, one of them once. */
export const daysText = (from: string, to: string): string =>
  from === to ? writtenDay(from) : `${writtenDay(from)} – ${writtenDay(to)}`;
