import { FIGURE_UNITS, RADAR_FIGURES, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import { getRadar } from '@kantor/contract/wire/platform/radar.ts';
import { defineList, type ItemOf, type ListColumn } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import { askRadar } from './service.ts';
import { toWatched } from './wire.ts';

const FIGURE_HEADS: Record<RadarFigure, string> = {
  without_message: 'Без сообщения, %',
  confirm_time: 'До подтверждения, с',
  expired_in_row: 'Истекло подряд',
  appeals_lost: 'Проиграно апелляций, %',
  silence: 'Не на связи, %',
  balance_breaks: 'Разрывов остатка',
  never_paid: 'Не оплачено, %',
  appeals_declined: 'Отклонено апелляций, %',
};

type Row = ItemOf<typeof getRadar>;

function yesNo(is: boolean | null): string | null {
  if (is === null) return null;
  return is ? 'да' : 'нет';
}

/** A share in basis points is a number of per cent; the rest is whole. */
const figureColumn = (figure: RadarFigure): ListColumn<Row> => {
  const [key, head] = [figure, FIGURE_HEADS[figure]];
  const valueOf = ({ figures }: Row) => figures.find((each) => each.figure === figure)?.value;
  if (FIGURE_UNITS[figure] !== 'share') return { key, head, count: valueOf };
  return {
    key,
    head,
    scale: 2,
    amount: (row) => {
      const value = valueOf(row);
      return value === undefined || value === null ? null : BigInt(value);
    },
  };
};

export const radarList = defineList({
  name: 'platform_radar',
  call: getRadar,
  read: async ({ db, clock, query }) => toPage(await askRadar({ db, clock }, query), toWatched),
  columns: [
    { key: 'name', head: 'Кабинет', text: ({ name }) => name },
    { key: 'role', head: 'Кто', text: ({ role }) => (role === 'trader' ? 'Трейдер' : 'Магазин') },
    { key: 'traffic', head: 'Трафик', text: ({ traffic }) => yesNo(traffic) },
    ...RADAR_FIGURES.map(figureColumn),
    { key: 'counted', head: 'Посчитано', moment: (row) => row.counted_at },
  ],
});
