import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from '@/shared/settings/settings.module.css';
import { useTexts } from './texts';

/** Shows new recovery codes: this once. Escape does not close it. */
export function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('security:codes.title')} isBusy onClose={onClose}>
      <p className={classes.note}>{t('security:codes.shown')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton value={codes.join('\n')}>{t('security:codes.copy')}</CopyButton>
        <Button data-autofocus onClick={onClose}>
          {t('security:done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
