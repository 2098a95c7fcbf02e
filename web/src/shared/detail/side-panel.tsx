import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { CloseIcon } from '../ui/icons';
import { InPanel } from './in-panel';
import classes from './side-panel.module.css';

/** Escape belongs to what is open over the panel, and to a search box, which it empties. */
const isOthers = ({ defaultPrevented, target }: KeyboardEvent): boolean =>
  defaultPrevented ||
  document.querySelector('dialog[open], [role=dialog], [popover]:popover-open') !== null ||
  (target instanceof Element && target.matches('input[type=search]'));

/** An object beside its list: closed by Escape or its button, and a click away from a page of its own. */
export default function SidePanel({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const close = () => void navigate(-1);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOthers(event)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <div className={classes.head}>
        <Link to={pathname} replace>
          {t('panel.open')}
        </Link>
        <button type="button" className={classes.close} aria-label={t('panel.close')} onClick={close}>
          <CloseIcon />
        </button>
      </div>
      <InPanel value>{children}</InPanel>
    </aside>
  );
}
