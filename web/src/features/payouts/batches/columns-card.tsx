import { BATCH_FIELDS, type BatchField } from '@kantor/contract/plain/batches.ts';
import { Button } from '@mantine/core';
import { type Batch, type BatchColumns, useMapBatchMutation } from '@/api/batches';
import { Card } from '@/shared/detail/facts';
import { SampleTable } from '@/shared/detail/sample-table';
import { SelectField } from '@/shared/form/select-field';
import { useForm } from '@/shared/form/use-form';
import type { BatchTexts } from '@/shared/i18n/batch';
import classes from './batches.module.css';

const NONE = 'none';

type Draft = Record<BatchField, string>;

const draftOf = (columns: BatchColumns): Draft =>
  Object.fromEntries(BATCH_FIELDS.map((field) => [field, String(columns[field] ?? NONE)])) as Draft;
const columnsOf = (draft: Draft): BatchColumns =>
  Object.fromEntries(
    BATCH_FIELDS.map((field) => [field, draft[field] === NONE ? null : Number(draft[field])]),
  ) as BatchColumns;

const isWhole = ({ amount, fio, phone, bank_account: account }: Draft): boolean =>
  amount !== NONE && fio !== NONE && (phone !== NONE || account !== NONE);

/** Which column of the file holds what, beside how it begins. */
export function ColumnsCard({ batch, t }: { batch: Batch; t: BatchTexts }) {
  const { id, heads, samples, columns, state } = batch;
  const [map] = useMapBatchMutation();
  const form = useForm<Draft, unknown>({
    initial: draftOf(columns),
    save: (draft) => map({ id, body: { columns: columnsOf(draft) } }),
    isComplete: isWhole,
    texts: { success: t('batch:columns.checked'), failure: t('batch:columns.failed') },
  });
  const headOf = (place: number) => heads[place] || t('batch:columns.nth', { n: place + 1 });
  const options = [
    { value: NONE, label: t('batch:columns.none') },
    ...heads.map((_, place) => ({ value: String(place), label: headOf(place) })),
  ];
  return (
    <Card title={t('batch:columns.title')}>
      <p className={classes.note}>{t('batch:columns.hint')}</p>
      <form {...form.element}>
        <div className={classes.columns}>
          {BATCH_FIELDS.map((field) => (
            <SelectField
              key={field}
              label={t(`batch:columns.${field}`)}
              placeholder=""
              options={options}
              {...form.field(field)}
            />
          ))}
        </div>
        <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
          {state === 'columns' ? t('batch:columns.check') : t('batch:columns.again')}
        </Button>
      </form>
      <SampleTable label={t('batch:columns.sample')} heads={heads} headOf={headOf} samples={samples} />
    </Card>
  );
}
