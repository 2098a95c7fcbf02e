import {
  DEFAULT_WINDOW_MINUTES,
  FIELDS_OF,
  RECONCILIATION_FIELDS,
  type ReconciliationField,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Look, type Reconciliation, useMakeReconciliationMutation } from '@/api/reconciliations';
import { DateRange } from '@/shared/dates/date-range';
import { SampleTable } from '@/shared/detail/sample-table';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { formatCount } from '@/shared/lib/format-amount';
import classes from './reconciliation.module.css';
import { UnreadRows, unreadRows } from './unread-rows';
import { WordFields } from './word-fields';

const NONE = 'none';

type Columns = Record<ReconciliationField, string>;
type Draft = Columns & {
  words: Readonly<Record<string, string>>;
  from: string;
  to: string;
  tolerance: string;
  fee_tolerance: string;
  window_minutes: string;
  of: string;
  only_paid: boolean;
};

interface Props {
  isPlatform: boolean;
  kind: ReconciliationKind;
  file: File;
  look: Look;
  t: ReconcileTexts;
  path: (id: string) => string;
}

const decimal = (typed: string) => typed.replaceAll(/\s/g, '').replace(',', '.') || '0';

/** What the words of the chosen column of states are; none, when it has none, or too many to be states. */
const wordsOf = ({ words }: Look, state: string): readonly string[] | null =>
  state === NONE ? [] : (words[Number(state)] ?? null);

/** Which column holds what, what its words mean, the period, and how much may differ. */
export function TermsForm({ isPlatform, kind, file, look, t, path }: Props) {
  const navigate = useNavigate();
  const [make, { error }] = useMakeReconciliationMutation();
  const unread = unreadRows(error);
  /** Which of the two buttons was pressed. */
  const skips = useRef(false);
  const { all, needed } = FIELDS_OF[kind];
  const hasStates = kind === 'orders' || kind === 'payouts';
  const send = (draft: Draft) =>
    make({
      isPlatform,
      file,
      terms: {
        kind,
        columns: JSON.stringify(
          Object.fromEntries(
            RECONCILIATION_FIELDS.map((field) => [field, draft[field] === NONE ? null : Number(draft[field])]),
          ),
        ),
        words: JSON.stringify(
          Object.fromEntries((wordsOf(look, draft.state) ?? []).map((word) => [word, draft.words[word] ?? ''])),
        ),
        ...(draft.from && { from: draft.from, to: draft.to || draft.from }),
        tolerance: decimal(draft.tolerance),
        fee_tolerance: decimal(draft.fee_tolerance),
        window_minutes: draft.window_minutes.trim(),
        of: draft.of.trim(),
        only_paid: draft.only_paid ? 'true' : 'false',
        skip_unread: skips.current ? 'true' : 'false',
      },
    });
  const form = useForm<Draft, Reconciliation>({
    initial: {
      ...(Object.fromEntries(
        RECONCILIATION_FIELDS.map((field) => [
          field,
          all.includes(field) && look.columns[field] !== null ? String(look.columns[field]) : NONE,
        ]),
      ) as Columns),
      words: look.meanings,
      from: '',
      to: '',
      tolerance: '0',
      fee_tolerance: '0',
      window_minutes: String(DEFAULT_WINDOW_MINUTES),
      of: '',
      only_paid: false,
    },
    save: send,
    isComplete: (draft) =>
      needed.every((field) => draft[field] !== NONE) &&
      (wordsOf(look, draft.state)?.every((word) => (draft.words[word] ?? '') !== '') ?? false),
    texts: { failure: t('reconcile:make.failed') },
    onSaved: ({ id }) => navigate(path(id)),
  });
  const { fields } = form;
  const words = wordsOf(look, fields.state);
  const headOf = (place: number) => look.heads[place] || t('reconcile:columns.nth', { n: place + 1 });
  const options = [
    { value: NONE, label: t('reconcile:columns.none') },
    ...look.heads.map((_, place) => ({ value: String(place), label: headOf(place) })),
  ];
  return (
    <form {...form.element}>
      <p className={classes.note}>{t('reconcile:columns.hint', { n: formatCount(look.rows) })}</p>
      <div className={classes.fields}>
        {all.map((field) => (
          <SelectField
            key={field}
            label={kind === 'wallet' && field === 'key' ? t('reconcile:columns.hash') : t(`reconcile:columns.${field}`)}
            marked={needed.includes(field)}
            placeholder=""
            options={options}
            {...form.field(field)}
            error={field === 'state' && words === null ? t('reconcile:words.tooMany') : form.field(field).error}
          />
        ))}
      </div>
      <SampleTable label={t('reconcile:columns.sample')} heads={look.heads} headOf={headOf} samples={look.samples} />
      {hasStates && words !== null && words.length > 0 && (
        <WordFields
          kind={kind}
          words={words}
          meanings={fields.words}
          error={form.field('words').error}
          t={t}
          onChange={form.field('words').onChange}
        />
      )}
      <div className={classes.fields}>
        <div>
          <DateRange
            label={t('reconcile:terms.days')}
            from={fields.from}
            to={fields.to}
            onChange={({ from, to }) => {
              form.field('from').onChange(from);
              form.field('to').onChange(to);
            }}
          />
          <p className={classes.note}>
            {form.field('from').error ?? form.field('to').error ?? t('reconcile:terms.daysHint')}
          </p>
        </div>
        <TextField
          label={kind === 'wallet' ? t('reconcile:terms.toleranceUsdt') : t('reconcile:terms.tolerance')}
          inputMode="decimal"
          {...form.field('tolerance')}
        />
        {hasStates && fields.fee !== NONE && (
          <TextField label={t('reconcile:terms.feeTolerance')} inputMode="decimal" {...form.field('fee_tolerance')} />
        )}
        {kind === 'bank' && (
          <>
            <TextField label={t('reconcile:terms.of')} hint={t('reconcile:terms.ofHint')} {...form.field('of')} />
            <TextField label={t('reconcile:terms.window')} inputMode="numeric" {...form.field('window_minutes')} />
          </>
        )}
      </div>
      {hasStates && (
        <CheckboxField
          label={t(`reconcile:terms.onlyPaid.${kind}`)}
          value={fields.only_paid}
          onChange={form.field('only_paid').onChange}
        />
      )}
      <UnreadRows rows={unread} t={t} />
      <div className={classes.commands}>
        <Button type="submit" loading={form.isBusy} disabled={!form.isComplete} onClick={() => (skips.current = false)}>
          {t('reconcile:make.button')}
        </Button>
        {unread.length > 0 && (
          <Button
            type="submit"
            variant="default"
            disabled={form.isBusy || !form.isComplete}
            onClick={() => (skips.current = true)}
          >
            {t('reconcile:unread.skip')}
          </Button>
        )}
      </div>
    </form>
  );
}
