import type { BalanceMode } from '@kantor/contract/plain/statuses.ts';
import type { Locked } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';
import { lockMode, type Mode, readCompared, setMode } from '../matching/index.ts';
import type { Action } from './frame.ts';

const modeFacts = ({ mode }: Pick<Mode, 'mode'>): Facts => ({ balance_mode: mode });

/** What is done at a bank with what its balances say. The preview tells how that compares with what people did. */
export const setBalanceMode: Action<{ bank: number; mode: BalanceMode }, Locked<Mode>> = {
  name: 'set-balance-mode',
  find: async ({ tx }, { bank }) => {
    const found = await lockMode(tx, bank);
    if (found === undefined) throw notFound();
    return found;
  },
  basis: modeFacts,
  act: async ({ tx }, found, { mode }) => {
    await setMode(tx, found, mode);
    const { agreed, disagreed, open } = await readCompared(tx, found.bankId);
    const object = { kind: 'bank', id: String(found.bankId), name: found.bank };
    return {
      changes: [{ object, before: modeFacts(found), after: modeFacts({ mode }) }],
      notes: [{ code: 'balance_compared', values: { agreed, disagreed, open } }],
    };
  },
};
