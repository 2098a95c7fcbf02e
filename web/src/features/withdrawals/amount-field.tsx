import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Amount, formatUsdt } from '@/shared/lib/format-amount';
import { MoneyField } from '@/shared/form/money-field';
import { allOf } from './amount';
import type { Side } from './sides';
import classes from './withdrawals.module.css';

interface AmountFieldProps {
  kind: Side['kind'];
  /** The available USDT; absent as long as it has not come. */
  balance: Amount | undefined;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The amount of a withdrawal, over all that is available. */
export function AmountField({ balance, ...field }: AmountFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.select}>
      <MoneyField label={t('fields.usdt')} unit={t('units.usdt')} {...field} />
      {balance !== undefined && (
        <p className={classes.balance}>
          {t('withdrawals.available', { amount: formatUsdt(balance) })}
          <Button size="compact-xs" variant="default" onClick={() => field.onChange(allOf(balance, field.kind))}>
            {t('withdrawals.all')}
          </Button>
        </p>
      )}
    </div>
  );
}
