import { useNavigate } from 'react-router';
import { type ActsOf, type ListedAct, useCreateActMutation } from '@/api/statement';
import { DateRange } from '@/shared/dates/date-range';
import { lastMonth } from '@/shared/dates/spans';
import { FormDialog } from '@/shared/form/form-dialog';
import { useForm } from '@/shared/form/use-form';
import { useStatementTexts } from '@/shared/i18n/statement';
import { moscowDay } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { serverNow } from '@/shared/lib/server-clock';
import classes from './statement.module.css';

/** A day is closed a quarter of an hour after its midnight. */
const CLOSED_AFTER_MS = (24 * 60 + 15) * 60_000;

interface MakeActProps {
  of: ActsOf;
  /** The days that are looked at. */
  from: string;
  to: string;
  onClose: () => void;
}

/** Asks for the days of an act, and goes to it. */
export function MakeAct({ of, from, to, onClose }: MakeActProps) {
  const t = useStatementTexts();
  const navigate = useNavigate();
  const [create] = useCreateActMutation();
  const last = moscowDay(new Date(serverNow() - CLOSED_AFTER_MS).toISOString());
  /** What is looked at, as far as it is over; otherwise the month that accounts are made for. */
  const atFirst = from !== '' && from <= last ? { from, to: to === '' || to > last ? last : to } : lastMonth(last);
  const form = useForm<{ from: string; to: string }, ListedAct>({
    initial: atFirst,
    save: (body) => create({ of, body }),
    texts: { failure: t('statement:acts.makeFailed') },
    isComplete: (days) => days.from !== '' && days.to !== '' && days.from <= days.to,
    onSaved: ({ id }) => navigate(paths.act(id)),
  });
  return (
    <FormDialog title={t('statement:acts.make')} form={form} submitText={t('statement:acts.make')} onClose={onClose}>
      <DateRange
        label={t('statement:acts.chooseDays')}
        from={form.fields.from}
        to={form.fields.to}
        max={last}
        onChange={(days) => {
          form.field('from').onChange(days.from);
          form.field('to').onChange(days.to);
        }}
      />
      <p className={classes.note}>{t('statement:acts.hint')}</p>
    </FormDialog>
  );
}
