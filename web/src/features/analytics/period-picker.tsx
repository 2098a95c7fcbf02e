import { PERIODS, type Period } from '@kantor/contract/plain/analytics.ts';
import type { PeriodArgs } from '@/api/analytics';
import { DateRange } from '@/shared/dates/date-range';
import { useAnalyticsTexts } from '@/shared/i18n/analytics';
import { FilterButtons } from '@/shared/ui/filter-buttons';

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
      <DateRange from={asked.from ?? ''} to={asked.to ?? ''} unchosen={t('analytics:ownDays')} onChange={onDays} />
    </>
  );
}
