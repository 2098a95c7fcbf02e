import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { BALANCE_MODES, type BalanceMode } from '@kantor/contract/plain/statuses.ts';
import { SelectField } from '@/shared/form/select-field';
import { act } from './act';
import { fieldsOf } from './fields';

interface Props {
  bank: { id: number; name: string; mode: BalanceMode };
}

/** Any choice may follow. */
const chosen = (mode: BalanceMode): { mode: string } => ({ mode });

/** What is done at a bank with what its balances say; the question tells how that compares with what people did. */
export const SetBalanceMode = act(({ bank: { id, name, mode } }: Props, t) => ({
  action: actions.setBalanceMode,
  text: t('desk:balances.change'),
  label: t('desk:balances.changeOf', { name }),
  title: t('desk:balances.title', { name }),
  size: 'xs' as const,
  fields: fieldsOf({
    initial: chosen(mode),
    isComplete: (typed) => typed.mode !== mode,
    toBody: (typed) => ({ bank: id, mode: typed.mode }),
    inputs: (form) => (
      <SelectField
        label={t('desk:balances.mode')}
        placeholder={t('desk:balances.mode')}
        options={BALANCE_MODES.map((value) => ({ value, label: t(`desk:balances.modes.${value}`) }))}
        {...form.field('mode')}
      />
    ),
  }),
}));
