import { SCALE } from '@kantor/contract/plain/money.ts';
import { listPlatformRequisites } from '@kantor/contract/wire/platform/work.ts';
import { listRequisites, listRequisiteVersions } from '@kantor/contract/wire/requisites.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { DOTTED, type Sight } from '../../kernel/mask.ts';
import { listObjects, type Names, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service.ts';
import { requisiteObjects } from './store/platform.ts';
import type { OwnedRequisite } from './store/requisites.ts';
import { toRequisite, toVersion } from './wire.ts';

type Row = ItemOf<typeof listRequisites>;

const stateText = ({ paused, is_active: isActive }: Row): string => {
  if (paused !== null) return 'Остановлен';
  return isActive ? 'Включён' : 'Выключен';
};

const columns = (state: string): readonly ListColumn<Row>[] => [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'name', head: 'Название', text: ({ name }) => name },
  { key: 'cabinet', head: 'Кабинет', text: ({ cabinet }) => cabinet && cabinet.device_name },
  { key: 'type', head: 'Тип', text: (requisite) => requisite.requisite_type },
  { key: 'bank', head: 'Банк', text: (requisite) => requisite.bank_type.name },
  { key: 'fio', head: 'ФИО', text: ({ fio }) => fio },
  { key: 'phone', head: 'Телефон', text: ({ phone }) => phone },
  { key: 'account_number', head: 'Счёт или карта', text: (requisite) => requisite.bank_account },
  { key: 'tail', head: 'Последние цифры', text: (requisite) => requisite.last_4_digits_card },
  { key: 'count', head: 'Сделок', count: (requisite) => requisite.total_deals_count },
  { key: 'now', head: 'Сейчас сделок', count: (requisite) => requisite.current_deals_count },
  {
    key: 'sum',
    head: 'Принято, ₽',
    amount: (requisite) => requisite.total_deals_amount_countable,
    scale: SCALE.rub,
    isSummed: true,
  },
  {
    key: 'today',
    head: 'Сегодня, ₽',
    amount: (requisite) => requisite.today_deals_amount_countable,
    scale: SCALE.rub,
    isSummed: true,
  },
  { key: 'min', head: 'От, ₽', amount: (requisite) => requisite.min_amount, scale: SCALE.rub },
  { key: 'max', head: 'До, ₽', amount: (requisite) => requisite.max_amount, scale: SCALE.rub },
  { key: state, head: 'Статус', text: stateText },
];

export const requisiteList = defineList({
  name: 'requisites',
  call: listRequisites,
  read: async ({ db, clock, caller, query }) =>
    toPage(await service.listRequisites({ db, clock }, caller.id, query), toRequisite),
  columns: columns('active'),
});

export const requisiteVersionList = defineList({
  name: 'requisite_versions',
  call: listRequisiteVersions,
  read: async ({ db, clock, caller, params, query }) =>
    toPage(await service.listPayees({ db, clock }, caller.id, params.id, query), toVersion),
  columns: [
    { key: 'version', head: 'Версия', count: ({ version }) => version },
    { key: 'created', head: 'Когда', moment: (row) => row.created_at },
    { key: 'by', head: 'Кто', text: (row) => row.changed_by },
    { key: 'bank', head: 'Банк', text: (row) => row.bank_name },
    { key: 'fio', head: 'ФИО', text: ({ fio }) => fio },
    { key: 'phone', head: 'Телефон', text: ({ phone }) => phone },
    { key: 'account', head: 'Счёт или карта', text: (row) => row.bank_account },
    { key: 'tail', head: 'Последние цифры', text: (row) => row.last_4_digits_card },
  ],
});

export const toSeen = (requisite: OwnedRequisite, names: Names, sight: Sight) => ({
  ...toRequisite(requisite),
  phone: sight.number(requisite.phone),
  bank_account: sight.number(requisite.bankAccount),
  account: toAccount(names, requisite.traderId),
});

export const platformRequisiteList = objectList({
  name: 'platform_requisites',
  call: listPlatformRequisites,
  list: (db, request, at) => listObjects<OwnedRequisite>(db, requisiteObjects(at), request),
  accountsOf: ({ traderId }: OwnedRequisite) => [traderId],
  toItem: (row, names) => toSeen(row, names, DOTTED),
  columns: [{ key: 'account', head: 'Трейдер', text: ({ account }) => account.name }, ...columns('state')],
});
