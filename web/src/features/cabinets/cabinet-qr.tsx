import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMakeCabinetQrMutation, type Cabinet } from '@/api/cabinets';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { LoadingNote, Skeleton } from '@/shared/ui/states';
import { useAction } from '@/shared/action/use-action';
import classes from './cabinets.module.css';

const QR_SIZE = 240;

/** Each press makes a new code; the old one is not shown again. */
export function CabinetQr({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [makeQr, { data: picture, isLoading }] = useMakeCabinetQrMutation();
  const load = useAction(makeQr, { failure: t('cabinets.qrFailed') });
  const close = () => setOpen(false);
  const show = async () => {
    setOpen(true);
    if (!(await load(cabinet.id))) close();
  };
  return (
    <>
      <Button variant="default" disabled={isLoading && !isOpen} onClick={() => void show()}>
        {t('cabinets.showQr')}
      </Button>
      {isOpen && (
        <Dialog title={t('cabinets.qrTitle', { name: cabinet.device_name })} onClose={close}>
          <div className={classes.qr} aria-busy={picture === undefined}>
            {picture === undefined ? (
              <>
                <LoadingNote />
                <Skeleton width={QR_SIZE} height={QR_SIZE} />
              </>
            ) : (
              <img src={picture} alt={t('cabinets.qrAlt')} />
            )}
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
