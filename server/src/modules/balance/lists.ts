import { SCALE } from '@kantor/contract/plain/money.ts';
import { ENTRY_TEXT } from '@kantor/contract/plain/money-trail.ts';
import { listOperations } from '@kantor/contract/wire/balance.ts';
import type { listStatement } from '@kantor/contract/wire/statement.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import * as service from './service.ts';
import { toOperation } from './wire.ts';

type Entry = ItemOf<typeof listStatement>;

const entryColumns = (when: string, what: string): readonly ListColumn<Entry>[] => [
  { key: 'id', head: '№', text: ({ id }) => id },
  { key: when, head: 'Когда', moment: (entry) => entry.created_at },
  { key: what, head: 'Основание', text: ({ reason }) => ENTRY_TEXT[reason] },
  { key: 'object', head: 'По чему', text: (entry) => entry.object_id },
  { key: 'amount', head: 'Сумма, USDT', amount: ({ amount }) => amount, scale: SCALE.usdt, isSummed: true },
  { key: 'after', head: 'Остаток, USDT', amount: (entry) => entry.balance_after, scale: SCALE.usdt },
];

/** Of a statement's entries. */
export const ENTRY_COLUMNS = entryColumns('date', 'what');

/** Of an account's entries, as the platform's people see them. */
export const ACCOUNT_ENTRY_COLUMNS = entryColumns('at', 'why');

const isReason = (reason: string): reason is keyof typeof ENTRY_TEXT => reason in ENTRY_TEXT;

export const operationList = defineList({
  name: 'operations',
  call: listOperations,
  read: async ({ db, caller, query }) => toPage(await service.listOperationsByDay(db, caller.id, query), toOperation),
  columns: [
    { key: 'id', head: '№', text: ({ id }) => id },
    { key: 'created', head: 'Когда', moment: (row) => row.created_at },
    { key: 'reason', head: 'Основание', text: ({ reason }) => (isReason(reason) ? ENTRY_TEXT[reason] : reason) },
    { key: 'object', head: 'По чему', text: (row) => row.object_id },
    {
      key: 'amount',
      head: 'Сумма, USDT',
      amount: ({ amount, type }) => (type === 'SUBTRACT' ? -amount : amount),
      scale: SCALE.usdt,
      isSummed: true,
    },
    { key: 'after', head: 'Остаток, USDT', amount: (row) => row.balance_after, scale: SCALE.usdt },
  ],
});
