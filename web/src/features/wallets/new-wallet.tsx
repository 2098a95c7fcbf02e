import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateWalletMutation } from '@/api/wallets';
import { fieldErrors } from '@/shared/lib/problem';
import { Dialog, DialogActions } from '@/shared/form/dialog';
import { TextField } from '@/shared/form/text-field';
import { useAction } from '@/shared/action/use-action';
import classes from './wallets.module.css';

const LONGEST = 128;

/** One input, saved as typed. */
export function NewWallet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const [create, { isLoading }] = useCreateWalletMutation();
  const run = useAction(create, {
    failure: t('errors.action'),
    onFailure: (problem) => setError(fieldErrors(problem)['wallet_to_withdraw']),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run({ wallet_to_withdraw: number.trim() })) onClose();
  };
  return (
    <Dialog title={t('wallets.add')} isBusy={isLoading} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('wallets.number')}
          maxLength={LONGEST}
          value={number}
          error={error}
          onChange={(value) => {
            setNumber(value);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="default" disabled={isLoading} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
