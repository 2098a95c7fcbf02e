import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayDo } from '@/api/user';
import { useUser } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';
import { MenuIcon } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/logo';
import classes from './header.module.css';
import { Rate } from './rate';
import { useSidebar } from './use-sidebar';
import { UserMenu } from './user-menu';
import { Wallet } from './wallet';

export function Header() {
  const { t } = useTranslation();
  const { isDrawer, collapsed, setCollapsed } = useSidebar();
  const user = useUser();
  return (
    <header className={classes.header}>
      {isDrawer ? (
        <button
          type="button"
          className={classes.menuButton}
          aria-label={t('shell.menu')}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(false)}
        >
          <MenuIcon />
        </button>
      ) : (
        <Link to={paths.balance} className={classes.brand ?? ''} aria-label={t('app.name')}>
          <Logo />
          <span className={classes.brandName}>{t('app.name')}</span>
        </Link>
      )}
      <Rate />
      <span className={classes.spring} data-spring />
      {user?.role === 'trader' && mayDo(user, 'deposits.read') && <Wallet address={user.wallet} isMobile={isDrawer} />}
      <UserMenu />
    </header>
  );
}
