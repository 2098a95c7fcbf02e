import { MAX_MISSING_PERCENT, OTHER_SUM_RULES, type OtherSumRule } from '@kantor/contract/plain/match.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OtherSums as Sums, useGetOtherSumsQuery, useSetOtherSumsMutation } from '@/api/match';
import { May } from '@/session/may';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useMatchTexts } from '@/shared/i18n/match';
import { StaleNote } from '@/shared/ui/states';
import classes from './other-sums.module.css';

/** What a merchant lets traders do with an order when another sum has come, and the way to change it. */
export default function OtherSums() {
  const t = useMatchTexts();
  const { data, isError, refetch } = useGetOtherSumsQuery();
  const [isChanging, setChanging] = useState(false);
  if (!data) return isError && <StaleNote onRetry={refetch} />;
  return (
    <section className={classes.rule} aria-labelledby="other-sums">
      <h2 id="other-sums">{t('match:otherSums.title')}</h2>
      <p>{t(`match:otherSums.${data.rule}`, { percent: data.missing_percent })}</p>
      <May right="other_sums.edit">
        <Button size="xs" variant="default" onClick={() => setChanging(true)}>
          {t('match:otherSums.change')}
        </Button>
      </May>
      {isChanging && <Change sums={data} onClose={() => setChanging(false)} />}
    </section>
  );
}

const USUAL_PERCENT = 3;

const isPercent = (text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_MISSING_PERCENT;

function Change({ sums, onClose }: { sums: Sums; onClose: () => void }) {
  const t = useMatchTexts();
  const [save] = useSetOtherSumsMutation();
  const initial: { rule: OtherSumRule; missing_percent: string } = {
    rule: sums.rule,
    missing_percent: String(sums.missing_percent ?? USUAL_PERCENT),
  };
  const form = useForm({
    initial,
    save: ({ rule, missing_percent: percent }) =>
      save({ rule, missing_percent: rule === 'down_to' ? Number(percent.trim()) : null }),
    isComplete: ({ rule, missing_percent: percent }) => rule !== 'down_to' || isPercent(percent.trim()),
    texts: { success: t('form.saved'), failure: t('match:otherSums.saveFailed') },
    onSaved: onClose,
  });
  const rule = form.field('rule');
  return (
    <FormDialog title={t('match:otherSums.title')} form={form} submitText={t('form.save')} onClose={onClose}>
      <SelectField
        label={t('match:otherSums.rule')}
        hint={t('match:otherSums.hint')}
        placeholder=""
        options={OTHER_SUM_RULES.map((value) => ({ value, label: t(`match:otherSums.rules.${value}`) }))}
        {...rule}
        onChange={(value) => rule.onChange(OTHER_SUM_RULES.find((one) => one === value) ?? 'ask')}
      />
      {form.fields.rule === 'down_to' && (
        <TextField
          label={t('match:otherSums.percent')}
          hint={t('match:otherSums.percentHint')}
          inputMode="numeric"
          maxLength={2}
          {...form.field('missing_percent')}
        />
      )}
    </FormDialog>
  );
}
