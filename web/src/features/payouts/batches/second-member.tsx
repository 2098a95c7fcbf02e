import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGetBatchSettingsQuery, useSetBatchSettingsMutation } from '@/api/batches';
import { May } from '@/session/may';
import { Card } from '@/shared/detail/facts';
import { FormDialog } from '@/shared/form/form-dialog';
import { MoneyField } from '@/shared/form/money-field';
import { isMoneyOrNone, wholeAmount } from '@/shared/form/money-input';
import { useForm } from '@/shared/form/use-form';
import type { BatchTexts } from '@/shared/i18n/batch';
import { inRub } from '@/shared/lib/format-amount';
import { StaleNote } from '@/shared/ui/states';

/** Above which sum a second member approves, and the owner's way to change it. */
export function SecondMember({ t }: { t: BatchTexts }) {
  const { data, isError, refetch } = useGetBatchSettingsQuery();
  const [isChanging, setChanging] = useState(false);
  if (!data) return isError && <StaleNote onRetry={refetch} />;
  const { second_above: limit } = data;
  return (
    <Card title={t('batch:second.title')}>
      <p>{limit === null ? t('batch:second.off') : t('batch:second.on', { sum: inRub(limit) })}</p>
      <div>
        <May right="payouts.approval">
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {t('batch:second.change')}
          </Button>
        </May>
      </div>
      {isChanging && <Change t={t} limit={String(limit ?? '')} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function Change({ t, limit, onClose }: { t: BatchTexts; limit: string; onClose: () => void }) {
  const [save] = useSetBatchSettingsMutation();
  const form = useForm({
    initial: { second_above: limit.replace(/\.0+$/, '') },
    save: ({ second_above: typed }) =>
      save({ second_above: typed.trim() === '' ? null : wholeAmount(typed, 'wholeRub') }),
    isComplete: ({ second_above: typed }) => isMoneyOrNone(typed, 'wholeRub'),
    texts: { success: t('form.saved'), failure: t('batch:second.failed') },
    onSaved: onClose,
  });
  return (
    <FormDialog title={t('batch:second.title')} form={form} submitText={t('form.save')} onClose={onClose}>
      <MoneyField
        label={t('batch:second.limit')}
        hint={t('batch:second.limitHint')}
        kind="wholeRub"
        unit={t('units.rub')}
        {...form.field('second_above')}
      />
    </FormDialog>
  );
}
