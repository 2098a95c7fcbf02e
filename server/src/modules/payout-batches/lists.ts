import type { BatchState } from '@kantor/contract/plain/batches.ts';
import { SCALE } from '@kantor/contract/plain/money.ts';
import { PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { listBatches, listBatchRows } from '@kantor/contract/wire/batches.ts';
import { defineList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { ownerOf } from '../../kernel/owner.ts';
import * as service from './service/batches.ts';
import { ROW_STATE_TEXT, toListed, toRow } from './wire.ts';

const STATE_TEXT: Record<BatchState, string> = {
  columns: 'Назовите столбцы',
  checked: 'Проверен',
  waiting: 'Ждёт второго',
  running: 'В работе',
  stopped: 'Остановлен',
  done: 'Выполнен',
  cancelled: 'Отменён',
};

export const batchList = defineList({
  name: 'batches',
  call: listBatches,
  read: async ({ db, caller, query }) => toPage(await service.listBatches({ db }, ownerOf(caller), query), toListed),
  columns: [
    { key: 'id', head: 'ID', text: ({ id }) => id },
    { key: 'file', head: 'Файл', text: (batch) => batch.file_name },
    { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
    { key: 'rows', head: 'Строк', count: ({ rows }) => rows },
    { key: 'made', head: 'Создано', count: ({ done }) => done },
    { key: 'by', head: 'Кто загрузил', text: (batch) => batch.made_by },
    { key: 'at', head: 'Когда', moment: (batch) => batch.made_at },
    { key: 'state', head: 'Статус', text: ({ state }) => STATE_TEXT[state] },
  ],
});

export const batchRowList = defineList({
  name: 'batch_rows',
  call: listBatchRows,
  read: async ({ db, caller, params, query }) =>
    toPage(await service.listRows({ db }, ownerOf(caller), params.id, query), toRow),
  columns: [
    { key: 'line', head: 'Строка', count: ({ line }) => line },
    { key: 'number', head: 'Ваш номер', text: (row) => row.external_id },
    { key: 'fio', head: 'ФИО', text: ({ fio }) => fio },
    { key: 'to', head: 'Куда', text: ({ to }) => to },
    { key: 'bank', head: 'Банк', text: ({ bank }) => bank },
    { key: 'amount', head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
    { key: 'state', head: 'Итог', text: ({ state }) => ROW_STATE_TEXT[state] },
    { key: 'why', head: 'Почему', text: ({ faults, warnings }) => [...faults, ...warnings].join('; ') },
    { key: 'payout', head: 'ID выплаты', text: ({ payout }) => payout && payout.id },
    { key: 'payout_status', head: 'Статус выплаты', text: ({ payout }) => payout && PAYOUT_STATUS_TEXT[payout.status] },
  ],
});
