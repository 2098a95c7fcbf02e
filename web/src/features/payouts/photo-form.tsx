import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUploadPayoutPhotoMutation } from '@/api/payouts';
import { Card } from '@/shared/detail/facts';
import { useForm } from '@/shared/form/use-form';
import { FileField } from '@/shared/form/file-field';
import classes from './payouts.module.css';

const ACCEPTED = '.png,.jpeg,.jpg,.pdf';
const isAccepted = ({ name }: File): boolean => /\.(?:png|jpe?g|pdf)$/i.test(name);

/** The proof that the money was sent: one picture or document; a newer one takes its place. */
export function PhotoForm({ id, isNeeded, hasDeadline }: { id: string; isNeeded: boolean; hasDeadline: boolean }) {
  const { t } = useTranslation();
  const [upload] = useUploadPayoutPhotoMutation();
  const form = useForm<{ photo: File | undefined }, unknown>({
    initial: { photo: undefined },
    save: ({ photo }) => upload({ id, photo: photo as File }),
    texts: { success: t('payouts.uploaded'), failure: t('payouts.uploadFailed') },
    isComplete: ({ photo }) => photo !== undefined && isAccepted(photo),
  });
  const { value: file, error, onChange } = form.field('photo');

  return (
    <Card title={t('payouts.proof')}>
      {isNeeded && <p className={classes.note}>{t('payouts.proofFirst')}</p>}
      {hasDeadline && <p className={classes.note}>{t('payouts.deadline')}</p>}
      <form className={classes.form} {...form.element}>
        <FileField
          label={t('payouts.choose')}
          accept={ACCEPTED}
          file={file}
          hint={form.isComplete ? undefined : t('payouts.needFile')}
          error={file && !isAccepted(file) ? t('payouts.wrongType') : error}
          disabled={form.isBusy}
          onChange={onChange}
        />
        <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
          {t('form.save')}
        </Button>
      </form>
    </Card>
  );
}
