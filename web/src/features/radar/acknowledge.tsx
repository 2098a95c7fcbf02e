import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { MAX_QUIET_DAYS, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import { ActButton } from '@/acts/platform/act-button';
import { SelectField } from '@/shared/form/select-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useTexts } from './texts';

const USUAL_DAYS = '7';

const isDays = (typed: string) => /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_QUIET_DAYS;

/** As they are typed and chosen. */
interface Fields {
  figure: string;
  days: string;
  reason: string;
}

interface Props {
  account: { id: string; name: string };
  /** Those that ask for a look; at least one. */
  figures: readonly [RadarFigure, ...RadarFigure[]];
}

/** A crossed figure is known: it is quiet for some days, unless it gets worse. */
export function Acknowledge({ account: { id, name }, figures }: Props) {
  const t = useTexts();
  const initial: Fields = { figure: figures[0], days: USUAL_DAYS, reason: '' };
  return (
    <ActButton
      size="xs"
      action={actions.acknowledgeFigure}
      id={id}
      title={t('radar:acknowledge.title', { name })}
      text={t('radar:acknowledge.button')}
      label={t('radar:acknowledge.of', { name })}
      fields={{
        initial,
        isComplete: ({ days, reason }) => isDays(days) && reason.trim() !== '',
        toBody: ({ days, ...fields }) => ({ ...fields, days: Number(days) }),
        inputs: (form) => (
          <>
            <SelectField
              label={t('radar:acknowledge.figure')}
              placeholder={t('radar:acknowledge.figure')}
              options={figures.map((figure) => ({ value: figure, label: t(`radar:figure.${figure}`) }))}
              {...form.field('figure')}
            />
            <TextField
              label={t('radar:acknowledge.days')}
              hint={t('radar:acknowledge.daysHint')}
              maxLength={2}
              {...form.field('days')}
            />
            <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.rejection} {...form.field('reason')} />
          </>
        ),
      }}
    />
  );
}
