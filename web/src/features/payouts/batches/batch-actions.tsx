import { Button } from '@mantine/core';
import {
  type Batch,
  useApproveBatchMutation,
  useCancelBatchMutation,
  useExportBatchMutation,
  useResumeBatchMutation,
  useStartBatchMutation,
  useStopBatchMutation,
} from '@/api/batches';
import { May } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import type { BatchTexts } from '@/shared/i18n/batch';
import { saveAddress } from '@/acts/exports/save-file';
import { AgreeDialog, type AgreeDialogProps } from './agree-dialog';

interface Props {
  batch: Batch;
  t: BatchTexts;
}

/** What a member may do with a file now, by the server's flags. */
export function BatchActions(props: Props) {
  const { can_start, can_approve, can_resume, can_stop, can_cancel } = props.batch;
  return (
    <May right="payouts.make">
      {can_cancel && <Cancel {...props} />}
      {can_stop && <Stop {...props} />}
      {can_start && <Start {...props} />}
      {can_approve && <Approve {...props} />}
      {can_resume && <Resume {...props} />}
    </May>
  );
}

/** A step that makes payouts, which is asked about with what it holds. */
function Agree({
  batch,
  t,
  title,
  text,
  confirmText = text,
  onAgree,
}: Props & Pick<AgreeDialogProps, 'title' | 'onAgree'> & { text: string; confirmText?: string }) {
  return (
    <AskButton
      ask={(onClose) => (
        <AgreeDialog batch={batch} t={t} title={title} confirmText={confirmText} onAgree={onAgree} onClose={onClose} />
      )}
    >
      {text}
    </AskButton>
  );
}

function Start({ batch, t }: Props) {
  const [start] = useStartBatchMutation();
  const run = useAction(start, { failure: t('batch:start.failed') });
  return (
    <Agree
      batch={batch}
      t={t}
      title="start"
      text={t('batch:start.button')}
      confirmText={t('batch:start.confirm')}
      onAgree={(held, terms) => run({ id: batch.id, body: { held_in_usdt: held, ...terms } })}
    />
  );
}

function Approve({ batch, t }: Props) {
  const [approve] = useApproveBatchMutation();
  const run = useAction(approve, { failure: t('batch:approve.failed') });
  const agree = (held: string) => run({ id: batch.id, body: { held_in_usdt: held } });
  return <Agree batch={batch} t={t} title="approve" text={t('batch:approve.button')} onAgree={agree} />;
}

function Resume({ batch, t }: Props) {
  const [resume] = useResumeBatchMutation();
  const run = useAction(resume, { failure: t('batch:resume.failed') });
  const agree = (held: string) => run({ id: batch.id, body: { held_in_usdt: held } });
  const text = batch.state === 'done' ? t('batch:resume.retry') : t('batch:resume.button');
  return <Agree batch={batch} t={t} title="resume" text={text} onAgree={agree} />;
}

function Stop({ batch, t }: Props) {
  const [stop] = useStopBatchMutation();
  const run = useAction(stop, { failure: t('batch:stop.failed') });
  const question = { title: t('batch:stop.title'), text: t('batch:stop.text'), confirmText: t('batch:stop.button') };
  return (
    <AskButton variant="default" question={question} onConfirm={() => run(batch.id)}>
      {t('batch:stop.button')}
    </AskButton>
  );
}

function Cancel({ batch, t }: Props) {
  const [cancel] = useCancelBatchMutation();
  const run = useAction(cancel, { failure: t('batch:cancel.failed') });
  const question = {
    title: t('batch:cancel.title'),
    text: t('batch:cancel.text'),
    confirmText: t('batch:cancel.button'),
    danger: true,
  };
  return (
    <AskButton variant="default" question={question} onConfirm={() => run(batch.id)}>
      {t('batch:cancel.button')}
    </AskButton>
  );
}

/** What became of every row, as a file. */
export function Results({ batch, t }: Props) {
  const [load, { isLoading }] = useExportBatchMutation();
  const run = useAction(load, {
    failure: t('batch:resultsFailed'),
    onSuccess: (url: string) => saveAddress(`${batch.file_name.replace(/\.\w+$/, '')}-итоги.csv`, url),
  });
  return (
    <Button variant="default" loading={isLoading} onClick={() => void run(batch.id)}>
      {t('batch:results')}
    </Button>
  );
}
