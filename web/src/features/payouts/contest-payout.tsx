import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContestPayoutMutation, type PayoutDetail } from '@/api/payouts';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextAreaField } from '@/shared/form/text-area-field';
import { useForm } from '@/shared/form/use-form';
import { DASH, formatAmount } from '@/shared/lib/format-amount';
import classes from './payouts.module.css';

/** While its time lasts, the merchant may answer that the money of a done payout has not come. */
export function ContestPayout({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {payout.can_contest && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('payouts.contest')}
        </Button>
      )}
      {isAsking && <Contest payout={payout} onClose={() => setAsking(false)} />}
    </>
  );
}

function Contest({ payout, onClose }: { payout: PayoutDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const [contest] = useContestPayoutMutation();
  const form = useForm({
    initial: { reason: '' },
    save: ({ reason }) => contest({ id: payout.id, reason: reason.trim() }),
    texts: { success: t('payouts.contestSent'), failure: t('payouts.contestFailed') },
    isComplete: ({ reason }) => reason.trim() !== '',
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('payouts.contestTitle', { amount: formatAmount(payout.amount) })}
      form={form}
      submitText={t('payouts.contestSend')}
      onClose={onClose}
    >
      <p className={classes.note}>{t('payouts.contestNote', { name: payout.fio || DASH })}</p>
      <TextAreaField
        label={t('payouts.contestWhy')}
        hint={t('payouts.contestHint')}
        maxLength={MAX_LENGTH.reason}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
