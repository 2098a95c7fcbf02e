import type { ActionRoutes } from '@kantor/contract/plain/platform-actions.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Done, type Preview, useCarryOutActionMutation } from '@/api/platform-actions';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { useDeskTexts } from '@/shared/i18n/desk';
import { readProblem } from '@/shared/lib/problem';
import { toast } from '@/shared/ui/toast';
import classes from './action.module.css';
import { Changes, Notes } from './changes';

/** What was asked about: its fields as they were sent, and what would become of it. */
export interface Asked {
  body: object;
  preview: Preview;
}

interface AnswerProps {
  action: ActionRoutes;
  id: string | undefined;
  title: string;
  confirmText: string;
  danger: boolean;
  asked: Asked;
  /** Asks anew what would become of it. */
  look: () => Promise<void>;
  /** To the fields, where there are some. */
  onBack: (() => void) | undefined;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** What would become of what, and whether it shall. */
export function Answer({ action, id, title, confirmText, danger, asked, look, onBack, onDone, onClose }: AnswerProps) {
  const t = useDeskTexts();
  const { preview, body } = asked;
  const [carryOut, { isLoading }] = useCarryOutActionMutation();
  const [refusal, setRefusal] = useState<{ tone: 'changed' | 'refused'; text: string }>();
  const [isOver, setOver] = useState(false);
  const sentenceOf = (error: unknown) => readProblem(error).detail ?? t('desk:failed');
  const confirm = async () => {
    try {
      const done = await carryOut({ route: action.carryOut, id, body: { ...body, version: preview.version } }).unwrap();
      toast.success(done.is_proposal ? t('desk:proposed') : t('desk:done'));
      onDone(done);
    } catch (error) {
      const isChanged = readProblem(error).code === 'changed';
      setRefusal({ tone: isChanged ? 'changed' : 'refused', text: sentenceOf(error) });
      if (!isChanged) return;
      try {
        await look();
      } catch (again) {
        // It can be done no more: there is nothing left to confirm.
        setRefusal({ tone: 'changed', text: sentenceOf(again) });
        setOver(true);
      }
    }
  };
  return (
    <Dialog title={title} isBusy={isLoading} isQuestion onClose={onClose}>
      <div role="alert">{refusal && <p className={classes[refusal.tone]}>{refusal.text}</p>}</div>
      {!isOver && (
        <div className={classes.scroll} role="region" aria-label={t('desk:becomes')} tabIndex={0}>
          <Changes changes={preview.changes} />
          <Notes notes={preview.notes} />
          {preview.is_proposal && <p className={classes.second}>{t('desk:second')}</p>}
        </div>
      )}
      <DialogActions>
        <Button variant="default" disabled={isLoading} onClick={onBack ?? onClose}>
          {isOver ? t('actions.close') : onBack === undefined ? t('actions.cancel') : t('desk:back')}
        </Button>
        {!isOver && (
          <Button
            data-autofocus
            variant={danger ? 'danger' : 'filled'}
            loading={isLoading}
            onClick={() => void confirm()}
          >
            {preview.is_proposal ? t('desk:propose') : confirmText}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
