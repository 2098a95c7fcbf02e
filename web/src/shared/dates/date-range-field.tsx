import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { DatePickerInput, DatesProvider, type DatesRangeValue } from '@mantine/dates';
import 'dayjs/locale/ru';
import { useState } from 'react';
import { useDateTexts } from '../i18n/dates';
import { moscowDay } from '../lib/format-date';
import { serverNow } from '../lib/server-clock';
import type { DateRangeProps } from './date-range';
import classes from './date-range.module.css';
import { usualSpans, writtenDay } from './spans';

type Range = DatesRangeValue<string>;

/** What becomes as wide as its panel where the panel is as wide as a phone. */
const wide = classes.wide ?? '';
const cell = `${wide} ${classes.cell}`;
const WIDE = {
  levelsGroup: wide,
  calendarHeader: wide,
  month: wide,
  day: cell,
  monthsList: wide,
  monthsListControl: cell,
  yearsList: wide,
  yearsListControl: cell,
};

/** A day that the calendar does not have is none. */
const known = (day: string): string | null => (Number.isNaN(Date.parse(day)) ? null : day);

export default function DateRangeField({ label, from, to, unchosen, max, onChange }: DateRangeProps) {
  const { t, language } = useDateTexts();
  const none = unchosen ?? t('dates:any');
  const [begun, setBegun] = useState<string | null>(null);
  const today = moscowDay(new Date(serverNow()).toISOString());
  const latest = max ?? today;
  const shown: Range = begun === null ? [known(from), known(to)] : [begun, null];

  const take = ([first, last]: Range) => {
    // The first of two: it counts alone if the calendar is closed without a second one.
    if (first !== null && last === null) return setBegun(first);
    setBegun(null);
    if (first === null && begun !== null) onChange({ from: begun, to: '' });
    else onChange({ from: first ?? '', to: last ?? '' });
  };

  const name = label ?? t('dates:label');
  const inWords = (): string => {
    const [first, last] = shown;
    if (first !== null && first === last) return writtenDay(first);
    if (first !== null && last !== null) return `${writtenDay(first)} – ${writtenDay(last)}`;
    if (first !== null) return t('dates:from', { day: writtenDay(first) });
    return last === null ? '' : t('dates:to', { day: writtenDay(last) });
  };

  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        label={name}
        // A label alone would be all that is heard of a button.
        aria-label={`${name}: ${inWords() || none}`}
        placeholder={none}
        className={classes.field ?? ''}
        classNames={{
          datePickerRoot: classes.root ?? '',
          presetsList: classes.presets ?? '',
          presetButton: classes.preset ?? '',
          ...WIDE,
        }}
        allowSingleDateInRange
        clearable={from !== '' || to !== ''}
        clearButtonProps={{ 'aria-label': t('dates:clear') }}
        maxDate={latest}
        value={shown}
        valueFormatter={inWords}
        presets={usualSpans(today, latest).map(({ name: span, ...days }) => ({
          value: [days.from, days.to] satisfies Range,
          label: t(`dates:spans.${span}`),
        }))}
        ariaLabels={{
          nextMonth: t('dates:nextMonth'),
          previousMonth: t('dates:previousMonth'),
          nextYear: t('dates:nextYear'),
          previousYear: t('dates:previousYear'),
          nextDecade: t('dates:nextYears'),
          previousDecade: t('dates:previousYears'),
          monthLevelControl: t('dates:chooseMonth'),
          yearLevelControl: t('dates:chooseYear'),
        }}
        popoverProps={{
          hideDetached: false,
          returnFocus: true,
          transitionProps: { duration: 0 },
          classNames: { dropdown: classes.dropdown ?? '' },
        }}
        onChange={take}
      />
    </DatesProvider>
  );
}
