import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { useDeskTexts } from '@/shared/i18n/desk';
import { paths } from '@/shared/lib/paths';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './action.module.css';

/** A token is sent to people as a link. */
const shownOf = (name: string, value: string): string =>
  name === 'invitation' ? new URL(paths.invitation(value), window.location.origin).href : value;

/** What is shown this once; nothing but the button closes it. */
export function Secrets({
  title,
  secrets,
  onClose,
}: {
  title: string;
  secrets: Readonly<Record<string, string>>;
  onClose: () => void;
}) {
  const t = useDeskTexts();
  return (
    <Dialog title={title} isBusy onClose={onClose}>
      <p>{t('desk:secretsOnce')}</p>
      {Object.entries(secrets).map(([name, secret]) => {
        const value = shownOf(name, secret);
        const label = t(`desk:secret.${name}` as 'desk:secret.password', { defaultValue: name });
        return (
          <div key={name}>
            <p>{label}</p>
            <span className={classes.secret}>
              <code>{value}</code>
              <CopyButton value={value} subject={label} />
            </span>
          </div>
        );
      })}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
