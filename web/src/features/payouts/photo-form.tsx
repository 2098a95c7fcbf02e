import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadPayoutPhotoMutation } from '@/api/payouts';
import { fieldErrors } from '@/shared/lib/problem';
import { Card } from '@/shared/detail/facts';
import { useAction } from '@/shared/action/use-action';
import { FileField } from './file-field';
import classes from './payouts.module.css';

const ACCEPTED = '.png,.jpeg,.jpg,.pdf';
const ACCEPTED_NAME = /\.(?:png|jpe?g|pdf)$/i;

/** The proof that the money was sent: one picture or document; a newer one takes its place. */
export function PhotoForm({ id, isNeeded }: { id: string; isNeeded: boolean }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const [upload, { isLoading }] = useUploadPayoutPhotoMutation();
  const run = useAction(upload, {
    success: t('payouts.uploaded'),
    failure: t('payouts.uploadFailed'),
    onFailure: (problem) => setError(fieldErrors(problem)['photo']),
  });

  const choose = (chosen: File | undefined) => {
    const isAccepted = chosen === undefined || ACCEPTED_NAME.test(chosen.name);
    setFile(isAccepted ? chosen : undefined);
    setError(isAccepted ? undefined : t('payouts.wrongType'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file && (await run({ id, photo: file }))) choose(undefined);
  };

  return (
    <Card title={t('payouts.proof')}>
      {isNeeded && <p className={classes.note}>{t('payouts.proofFirst')}</p>}
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <FileField
          label={t('payouts.choose')}
          accept={ACCEPTED}
          file={file}
          hint={file ? undefined : t('payouts.needFile')}
          error={error}
          disabled={isLoading}
          onChange={choose}
        />
        <Button type="submit" loading={isLoading} disabled={!file}>
          {t('form.save')}
        </Button>
      </form>
    </Card>
  );
}
