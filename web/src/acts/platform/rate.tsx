import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextField } from '@/shared/form/text-field';
import { formatDecimal } from '@/shared/lib/format-amount';
import { act } from './act';
import { fieldsOf } from './fields';
import { decimalOf, isDecimal } from './decimal';

/** A rate of one's own. Far from the one in force, by so many basis points, it has to be said on purpose. */
export const SetRate = act(({ jump }: { jump: number }, t) => ({
  isMain: true,
  action: actions.setRate,
  text: t('desk:rate.set'),
  title: t('desk:rate.setTitle'),
  fields: fieldsOf({
    initial: { rate: '', is_forced: false },
    isComplete: ({ rate }) => isDecimal(rate),
    toBody: ({ rate, is_forced: isForced }) => ({ rate: decimalOf(rate), is_forced: isForced }),
    inputs: (form) => (
      <>
        <TextField label={t('desk:rate.value')} maxLength={20} {...form.field('rate')} />
        <CheckboxField
          label={t('desk:rate.forced', { percent: formatDecimal(jump / 100, 0, 2) })}
          {...form.field('is_forced')}
        />
      </>
    ),
  }),
}));

interface Props {
  proposal: string;
}

export const AcceptRate = act(({ proposal }: Props, t) => ({
  isMain: true,
  action: actions.acceptRate,
  body: { proposal },
  text: t('desk:rate.accept'),
  title: t('desk:rate.acceptTitle'),
}));

export const DeclineRate = act(({ proposal }: Props, t) => ({
  danger: true,
  action: actions.declineRate,
  body: { proposal },
  text: t('desk:rate.decline'),
  title: t('desk:rate.declineTitle'),
}));
