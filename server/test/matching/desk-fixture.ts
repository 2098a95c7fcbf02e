import { sber } from '../support/bank-phone.ts';
import { confirmOrderForSum, listMessagesToSort, setOtherSums } from '@kantor/contract/wire/match.ts';
import { test as base } from './fixture.ts';

/** A trader's messages that wait for a person, and what is done with another sum. */
export const test = base
  .extend('toSort', ({ trader }) => async (kind: 'to_sort' | 'noise' = 'to_sort') => {
    const { results } = await trader.call(listMessagesToSort, { query: { kind } });
    return results;
  })
  .extend(
    'forSum',
    ({ trader }) =>
      (id: string, notification_id: string, headers: Record<string, string> = {}) =>
        trader.call(confirmOrderForSum, { params: { id }, body: { notification_id }, headers }),
  )
  .extend(
    'refusedForSum',
    ({ trader }) =>
      (id: string, notification_id: string) =>
        trader.refusal(confirmOrderForSum, { params: { id }, body: { notification_id } }),
  )
  .extend(
    'lets',
    ({ merchant }) =>
      (rule: 'never' | 'down_to' | 'ask', percent: number | null = null) =>
        merchant.call(setOtherSums, { body: { rule, missing_percent: percent } }),
  )
  /** An order, and a message that says another sum. */
  .extend('short', ({ issue, hear, trader }) => async (amount: string, came: string) => {
    const order = await issue(amount);
    await hear(sber(came));
    return { order, message: (await trader.lastMessage()).id };
  });
