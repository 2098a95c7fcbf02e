import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { NavLink, Outlet } from 'react-router';
import { apiUrl } from '@/api/url';
import { May } from '@/session/may';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import classes from './developer-page.module.css';
import { addressOfPart, PARTS } from './parts';
import { useTexts } from './texts';

/** The server's page for programmers. */
const DOCS = new URL(`${MERCHANT_API_BASE}/docs/`, apiUrl('')).href;

/** What a merchant's programmer needs, part by part. */
export function DeveloperPage() {
  const t = useTexts();
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.developer')}</ScreenTitle>
      <div className={classes.header}>
        <h1>{t('sections.developer')}</h1>
        <a href={DOCS} target="_blank" rel="noreferrer">
          {t('webhooks:docs')}
        </a>
      </div>
      <nav className={classes.parts} aria-label={t('webhooks:parts.label')}>
        {PARTS.map((part) => (
          <May key={part.name} right={part.right}>
            <NavLink end to={addressOfPart(part)}>
              {t(`webhooks:parts.${part.name}`)}
            </NavLink>
          </May>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
