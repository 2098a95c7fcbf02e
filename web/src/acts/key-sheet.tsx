import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sectionsOf } from '@/session/sections';
import { useUser } from '@/session/use-user';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { NAMESPACES } from '@/shared/i18n/keys';
import classes from './key-sheet.module.css';
import { SECTION_KEYS } from './section-keys';

const ACTS = ['next', 'before', 'open', 'confirm', 'undo', 'search', 'palette', 'sheet'] as const;
const KEY_OF: Readonly<Record<(typeof ACTS)[number], string>> = {
  next: 'J',
  before: 'K',
  open: 'Enter',
  confirm: 'C',
  undo: 'U',
  search: '/',
  palette: 'Ctrl K',
  sheet: '?',
};
const GO = 'G';

/** All keys that the person has. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(NAMESPACES);
  const user = useUser();
  const sections = user ? sectionsOf(user).filter(({ name }) => SECTION_KEYS[name] !== undefined) : [];
  return (
    <Dialog title={t('keys:title')} onClose={onClose}>
      <dl className={classes.keys}>
        {ACTS.map((act) => (
          <div key={act}>
            <dt>
              <kbd>{KEY_OF[act]}</kbd>
            </dt>
            <dd>{t(`keys:acts.${act}`)}</dd>
          </div>
        ))}
        {sections.map(({ name }) => (
          <div key={name}>
            <dt>
              <kbd>{GO}</kbd> <kbd>{SECTION_KEYS[name]}</kbd>
            </dt>
            <dd>{t(`sections.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
