import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { TextField } from '@/shared/form/text-field';
import { act } from './act';
import { fieldsOf } from './fields';
import { decimalOf } from './decimal';

/** What a merchant may hold now; null: no limit. */
interface Limits {
  active_orders: { limit: number | null };
  active_sum: { limit: string | number | null };
  unpaid_hour: { limit: number | null };
  requests_second: number | null;
}

const isCount = (typed: string) => /^\d{0,7}$/.test(decimalOf(typed));
const isSum = (typed: string) => /^(?:\d{1,13}(?:\.\d{1,2})?)?$/.test(decimalOf(typed));
/** Nothing typed is no limit, which the server writes as 0. */
const countOf = (typed: string) => Number(decimalOf(typed));
const shown = (limit: string | number | null) => (limit === null ? '' : String(limit));

/** How many orders a merchant may have, and how often its server may ask. */
export const SetLimits = act(({ id, limits }: { id: string; limits: Limits }, t) => ({
  size: 'xs',
  action: actions.setLimits,
  id,
  text: t('desk:accounts.setLimits'),
  title: t('desk:accounts.setLimits'),
  confirmText: t('desk:accounts.save'),
  fields: fieldsOf({
    initial: {
      active_orders: shown(limits.active_orders.limit),
      active_sum: shown(limits.active_sum.limit),
      unpaid_hour: shown(limits.unpaid_hour.limit),
      requests_second: shown(limits.requests_second),
    },
    isComplete: ({ active_sum: sum, ...counts }) => isSum(sum) && Object.values(counts).every(isCount),
    toBody: ({ active_orders: orders, active_sum: sum, unpaid_hour: unpaid, requests_second: requests }) => ({
      active_orders: countOf(orders),
      active_sum: decimalOf(sum) || '0',
      unpaid_hour: countOf(unpaid),
      requests_second: countOf(requests),
    }),
    inputs: (form) => (
      <>
        <TextField label={t('desk:accounts.activeOrders')} inputMode="numeric" {...form.field('active_orders')} />
        <TextField label={t('desk:accounts.activeSum')} inputMode="decimal" {...form.field('active_sum')} />
        <TextField label={t('desk:accounts.unpaidHour')} inputMode="numeric" {...form.field('unpaid_hour')} />
        <TextField
          label={t('desk:accounts.requestsSecond')}
          hint={t('desk:accounts.limitsHint')}
          inputMode="numeric"
          {...form.field('requests_second')}
        />
      </>
    ),
  }),
}));
