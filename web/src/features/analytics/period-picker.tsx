import { PERIODS, type Period } from '@kantor/contract/plain/analytics.ts';
import type { PeriodArgs } from '@/api/analytics';
import { FilterInput, readDay } from '@/shared/filters/filter-input';
import { useAnalyticsTexts } from '@/shared/i18n/analytics';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import classes from './analytics.module.css';

interface PeriodPickerProps {
  asked: PeriodArgs;
  onPeriod: (period: Period) => void;
  onDays: (days: { from?: string; to?: string }) => void;
}

/** Named periods, and days of one's own. */
export function PeriodPicker({ asked, onPeriod, onDays }: PeriodPickerProps) {
  const t = useAnalyticsTexts();
  const named = PERIODS.filter((period) => period !== 'own');
  return (
    <>
      <FilterButtons
        label={t('analytics:period')}
        value={asked.period}
        options={named.map((period) => ({ value: period as Period, label: t(`analytics:periods.${period}`) }))}
        onChange={onPeriod}
      />
      <div className={classes.days} role="group" aria-label={t('analytics:periods.own')}>
        <FilterInput
          label={t('analytics:from')}
          type="date"
          value={asked.from ?? ''}
          read={readDay}
          onChange={(from) => onDays({ from })}
        />
        <FilterInput
          label={t('analytics:to')}
          type="date"
          value={asked.to ?? ''}
          read={readDay}
          onChange={(to) => onDays({ to })}
        />
      </div>
    </>
  );
}
