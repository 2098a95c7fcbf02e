import { BATCH_FIELDS, type BatchField } from '@kantor/contract/plain/batches.ts';
import { Button } from '@mantine/core';
import { type Batch, type BatchColumns, useMapBatchMutation } from '@/api/batches';
import { Card } from '@/shared/detail/facts';
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
      {/* A table that is wider than its card is scrolled, by the keyboard too. */}
      <div className={classes.scroll} role="region" tabIndex={0} aria-label={t('batch:columns.sample')}>
        <table className={classes.sample}>
          <thead>
            <tr>
              {heads.map((head, place) => (
                <th key={place} scope="col" title={head}>
                  {headOf(place)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, place) => (
                  <td key={place} title={cell}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
