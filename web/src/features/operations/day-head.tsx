import type { Operation } from '@/api/operations';
import { useMerchantTexts } from '@/shared/i18n/merchant';
import { signed } from '@/shared/entries/sum';
import classes from './operations.module.css';

/** Over the first entry of a day on the page: the day, and what all of it came to. */
export function DayHead({ of: { day, day_amount: amount }, columns }: { of: Operation; columns: number }) {
  const t = useMerchantTexts();
  if (day === undefined || amount === undefined) return null;
  return (
    <tr className={classes.day}>
      <td colSpan={columns}>
        <b>{day.split('-').toReversed().join('.')}</b>
        <span>{t('merchant:history.dayTotal', { amount: `${signed(amount)}\u00a0USDT` })}</span>
      </td>
    </tr>
  );
}
