import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { FIGURE_UNITS, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import type { Threshold } from '@/api/platform-radar';
import { ActButton } from '@/acts/platform/act-button';
import { decimalOf, isDecimal } from '@/acts/platform/decimal';
import { TextField } from '@/shared/form/text-field';
import { formatDecimal } from '@/shared/lib/format-amount';
import { useTexts } from './texts';

/** What is typed is percent of basis points, minutes of seconds, or a number. */
const TYPED_IN = { share: 100, seconds: 60, count: 1 } as const;
const scaleOf = (figure: RadarFigure) => TYPED_IN[FIGURE_UNITS[figure]];

const isLeast = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 200;

/** The threshold of a figure; the question says whom it would list. */
export function EditThreshold({ threshold: { figure, threshold, least } }: { threshold: Threshold }) {
  const t = useTexts();
  const scale = scaleOf(figure);
  const name = t(`radar:figure.${figure}`);
  return (
    <ActButton
      size="xs"
      action={actions.setThreshold}
      title={t('radar:threshold.title', { figure: name })}
      text={t('radar:threshold.edit')}
      confirmText={t('radar:threshold.save')}
      label={t('radar:threshold.editOf', { figure: name })}
      fields={{
        initial: { value: threshold === null ? '' : formatDecimal(threshold / scale, 0, 2), least: String(least) },
        isComplete: (typed) => (typed.value.trim() === '' || isDecimal(typed.value)) && isLeast(typed.least),
        toBody: (typed) => ({
          figure,
          threshold: typed.value.trim() === '' ? null : Math.round(Number(decimalOf(typed.value)) * scale),
          least: Number(typed.least),
        }),
        inputs: (form) => (
          <>
            <TextField
              label={t(`radar:threshold.value.${FIGURE_UNITS[figure]}`)}
              hint={t('radar:threshold.valueHint')}
              maxLength={8}
              {...form.field('value')}
            />
            <TextField
              label={t('radar:threshold.least')}
              hint={t('radar:threshold.leastHint')}
              maxLength={3}
              {...form.field('least')}
            />
          </>
        ),
      }}
    />
  );
}
