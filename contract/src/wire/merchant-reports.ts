import { z } from 'zod';
import { MAX_HOURLY_DAYS } from '../plain/analytics.ts';
import * as routes from '../plain/merchant-routes.ts';
import { dayNumber, soundDays } from './analytics.ts';
import { call, day, timestamp } from './call.ts';
import { rub, usdt } from './money.ts';

const count = z.number().int();

const figures = {
  asked: count.nullable().describe('Запрошено: выдано и отказано; null при `by`'),
  issued: count.describe('Выдано'),
  issued_amount: rub,
  closed: count.describe('Оплачено'),
  late: count.describe('Из оплаченных — после срока'),
  expired: count.describe('Истекло'),
  cancelled: count.describe('Отменено'),
  conversion_bp: count
    .nullable()
    .describe('Оплачено из оплаченных, истёкших и отменённых, в сотых процента; null — пока никаких'),
  amount: rub.describe('Оплаченные рубли без возвратов'),
  reversed: count.describe('Заказов с возвратом'),
  reversed_amount: rub,
  lost_amount: rub.describe('Рубли истёкших и отменённых'),
  fee_in_usdt: usdt.describe('Комиссия'),
  appeals: count.describe('Апелляции по этим заказам'),
  appeals_won: count.describe('Из них решённые за вас'),
};

/** What `report.day` brings: the row of that day in the report, zeros when it has none. */
export const merchantDayReport = z
  .strictObject({ day: day.describe('Московский день, о котором отчёт'), ...figures })
  .meta({ id: 'DayReport' });

export const getMerchantReport = call({
  ...routes.getMerchantReport,
  summary: 'Отчёт о заказах по дням или часам',
  description:
    'Показатели заказов, созданных в каждый день или час: какими они стали к этой минуте. Поздняя оплата и возврат меняют тот час, в который заказ был создан. Дни московские; строк, за которые ничего не было, нет.',
  query: soundDays(
    z.strictObject({
      from: day.describe('Первый день'),
      to: day.describe('Последний день; вместе не больше года'),
      step: z.enum(['day', 'hour']).default('day').describe('По часам — не больше недели, и не старше 90 дней'),
      by: z.enum(['bank', 'method', 'band']).optional().describe('Отдельно по банкам, способам или суммам'),
    }),
  ).refine(({ from, to, step }) => step === 'day' || dayNumber(to) - dayNumber(from) < MAX_HOURLY_DAYS, {
    path: ['step'],
    message: 'По часам отчёт бывает не длиннее недели',
  }),
  ok: 200,
  response: z
    .strictObject({
      from: day,
      to: day.describe('Не позже сегодняшнего дня'),
      counted_since: day.nullable().describe('Дни до него ещё пересчитываются; null — посчитано всё'),
      rows: z.array(
        z
          .strictObject({
            start: timestamp.describe('Начало дня или часа'),
            key: z.string().describe('Банк (`id` из `GET /banks`), `sbp` или `c2c`, номер полосы сумм; без `by` пусто'),
            min_amount: rub.nullable().describe('Полоса сумм: от'),
            below_amount: rub.nullable().describe('Полоса сумм: меньше этой; null у последней'),
            ...figures,
          })
          .meta({ id: 'ReportRow' }),
      ),
    })
    .meta({ id: 'Report' }),
  // Of test keys: nothing of their world is counted.
  refusals: { not_found: 404 },
});
