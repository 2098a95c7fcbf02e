import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { useState } from 'react';
import type { Batch } from '@/api/batches';
import { Agreed } from '@/shared/dialog/agreed';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import type { BatchTexts } from '@/shared/i18n/batch';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import classes from './batches.module.css';
import { together, type Total } from './micro';
import { heldFacts } from './sums-card';

export interface AgreeDialogProps {
  batch: Batch;
  t: BatchTexts;
  title: 'start' | 'approve' | 'resume';
  confirmText: string;
  onAgree: (held: string, terms: { with_warned: boolean; reason: string }) => Promise<boolean>;
  onClose: () => void;
}

/** Asks before payouts are made: how many, for what, what is held and what is left. What is shown is what is agreed to. */
export function AgreeDialog({ batch, t, title, confirmText, onAgree, onClose }: AgreeDialogProps) {
  const { good, warned, left, counts, balance, second_above: limit } = batch;
  const isStart = title === 'start';
  const [withWarned, setWithWarned] = useState(isStart && good.count === 0);
  const [reason, setReason] = useState('');
  const startSums = withWarned ? together(good, warned) : together(good);
  const total: Total = isStart ? startSums : together(left);
  const confirm = async () => {
    const isDone = await onAgree(total.held, { with_warned: withWarned, reason: withWarned ? reason.trim() : '' });
    // What was shown may have changed: it is asked anew.
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      title={t(`batch:${title}.title`, { n: formatCount(total.count), sum: inRub(total.amount) })}
      text={
        <>
          {t('batch:start.text')}
          {isStart && counts.bad > 0 && ` ${t('batch:start.left', { n: formatCount(counts.bad) })}`}
          {isStart && limit !== null && ` ${t('batch:notes.second', { sum: inRub(limit) })}`}
        </>
      }
      confirmText={confirmText}
      isIncomplete={total.count === 0 || (withWarned && reason.trim() === '')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Agreed facts={heldFacts(t, total, balance).map(([name, value]) => [name, value as string] as const)} />
      {isStart && warned.count > 0 && (
        <div className={classes.area}>
          <CheckboxField
            label={t('batch:start.withWarned', { n: formatCount(warned.count) })}
            value={withWarned}
            onChange={setWithWarned}
          />
          {withWarned && (
            <TextAreaField
              label={t('batch:start.reason')}
              maxLength={MAX_LENGTH.reason}
              value={reason}
              onChange={setReason}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
