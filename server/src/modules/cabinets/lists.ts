import { listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { listPlatformCabinets } from '@kantor/contract/wire/platform/work.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { DOTTED, type Sight } from '../../kernel/mask.ts';
import { listObjects, type Names, objectList, toAccount } from '../inspection/index.ts';
import * as service from './service.ts';
import { type Cabinet, cabinetObjects } from './store.ts';
import { toCabinet } from './wire.ts';

type Row = ItemOf<typeof listCabinets>;

const stateText = ({ is_blocked_forever: isBlocked, is_active: isActive }: Row): string => {
  if (isBlocked) return 'Заблокирован';
  return isActive ? 'Включён' : 'Выключен';
};

const columns = (state: string): readonly ListColumn<Row>[] => [
  { key: 'id', head: 'ID', text: ({ id }) => id },
  { key: 'name', head: 'Название', text: (cabinet) => cabinet.device_name },
  { key: 'phone', head: 'Телефон', text: ({ phone }) => phone },
  {
    key: 'requisites',
    head: 'Реквизиты',
    text: (cabinet) => cabinet.bank_detail.map((requisite) => requisite.short_name).join('; '),
  },
  { key: 'heard', head: 'На связи', moment: (cabinet) => cabinet.last_heard_at },
  { key: state, head: 'Статус', text: stateText },
];

export const cabinetList = defineList({
  name: 'cabinets',
  call: listCabinets,
  read: async ({ db, clock, caller, query }) =>
    toPage(await service.listCabinets({ db, clock }, caller.id, query), toCabinet),
  columns: columns('status'),
});

export const toSeen = (cabinet: Cabinet, names: Names, sight: Sight, at: Date) => ({
  ...toCabinet(service.atMoment(cabinet, at)),
  phone: sight.number(cabinet.phone),
  account: toAccount(names, cabinet.traderId),
});

export const platformCabinetList = objectList({
  name: 'platform_cabinets',
  call: listPlatformCabinets,
  list: (db, request) => listObjects<Cabinet>(db, cabinetObjects, request),
  accountsOf: ({ traderId }: Cabinet) => [traderId],
  toItem: (row, names, at) => toSeen(row, names, DOTTED, at),
  columns: [{ key: 'account', head: 'Трейдер', text: ({ account }) => account.name }, ...columns('state')],
});
