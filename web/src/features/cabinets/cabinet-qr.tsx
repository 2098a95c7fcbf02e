import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMakeCabinetQrMutation, type Cabinet } from '@/api/cabinets';
import { Dialog, DialogActions } from '@/shared/ui/form/dialog';
import { useAction } from '@/shared/ui/use-action';
import classes from './cabinets.module.css';

/** Each press makes a new code; the old one is not shown again. */
export function CabinetQr({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [makeQr, { data: picture, isLoading, reset }] = useMakeCabinetQrMutation();
  const load = useAction(makeQr, { failure: t('cabinets.qrFailed') });
  const show = async () => {
    if (await load(cabinet.id)) setOpen(true);
  };
  const close = () => {
    setOpen(false);
    reset();
  };
  return (
    <>
      <Button variant="default" loading={isLoading} onClick={() => void show()}>
        {t('cabinets.showQr')}
      </Button>
      {isOpen && picture !== undefined && (
        <Dialog title={t('cabinets.qrTitle', { name: cabinet.device_name })} onClose={close}>
          <div className={classes.qr}>
            <img src={picture} alt={t('cabinets.qrAlt')} />
          </div>
          <p className={classes.note}>{t('cabinets.qrText')}</p>
          <DialogActions>
            <Button variant="default" data-autofocus onClick={close}>
              {t('actions.close')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
