import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useUploadBatchMutation } from '@/api/batches';
import { May } from '@/session/may';
import { Card } from '@/shared/detail/facts';
import { FileField } from '@/shared/form/file-field';
import { useForm } from '@/shared/form/use-form';
import type { BatchTexts } from '@/shared/i18n/batch';
import { paths } from '@/shared/lib/paths';
import classes from './batches.module.css';

const ACCEPTED = '.csv,.xlsx,.txt';
const isAccepted = ({ name }: File): boolean => /\.(?:csv|xlsx|txt)$/i.test(name);
const TEMPLATES = ['csv', 'xlsx'] as const;

/** A file with payouts, and templates of one. */
export function UploadBatch({ t }: { t: BatchTexts }) {
  return (
    <May right="payouts.make">
      <Upload t={t} />
    </May>
  );
}

function Upload({ t }: { t: BatchTexts }) {
  const navigate = useNavigate();
  const [upload] = useUploadBatchMutation();
  const form = useForm<{ file: File | undefined }, { id: string }>({
    initial: { file: undefined },
    save: ({ file }) => upload(file as File),
    texts: { failure: t('batch:upload.failed') },
    isComplete: ({ file }) => file !== undefined && isAccepted(file),
    onSaved: ({ id }) => navigate(paths.batch(id)),
  });
  const { value: file, error, onChange } = form.field('file');
  return (
    <Card title={t('batch:upload.title')}>
      <form className={classes.upload} {...form.element}>
        <FileField
          label={t('batch:upload.file')}
          accept={ACCEPTED}
          file={file}
          hint={t('batch:upload.hint')}
          error={file && !isAccepted(file) ? t('batch:upload.wrongType') : error}
          disabled={form.isBusy}
          onChange={onChange}
        />
        <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
          {t('batch:upload.send')}
        </Button>
      </form>
      <p className={classes.note}>
        {t('batch:upload.template')}{' '}
        {TEMPLATES.map((kind) => (
          <a key={kind} className={classes.template} href={`/templates/payouts.${kind}`} download>
            {t(`batch:upload.${kind}`)}
          </a>
        ))}
      </p>
    </Card>
  );
}
