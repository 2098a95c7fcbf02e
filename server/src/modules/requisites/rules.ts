import type * as calls from '@kantor/contract/wire/requisites.ts';
import type { z } from 'zod';

export type RequisiteBody = z.output<typeof calls.createRequisite.body>;

/** What each field alone cannot tell: errors by field, none when the body is sound. */
export function errorsOf(body: RequisiteBody): Record<string, string[]> {
  const { min_amount: min, max_amount: max, work_on_time: scheduled, time_up: up, time_down: down } = body;
  return {
    // 0 is no limit.
    ...(max > 0n && min > max && { max_amount: ['Максимальная сумма должна быть не меньше минимальной'] }),
    ...(scheduled && up === null && { time_up: ['Укажите время включения'] }),
    ...(scheduled && down === null && { time_down: ['Укажите время выключения'] }),
    ...(scheduled && up !== null && up === down && { time_down: ['Время выключения совпадает с временем включения'] }),
  };
}

/** The methods that a requisite accepts, as a list shows them. */
export function requisiteType({ isSbp, isC2c }: { isSbp: boolean; isC2c: boolean }): string {
  const methods = [...(isSbp ? ['СБП'] : []), ...(isC2c ? ['C2C'] : [])];
  return methods.join(', ') || '—';
}
