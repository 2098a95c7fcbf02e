import { Link } from 'react-router';
import { ActsSection } from '@/acts/statement/acts-section';
import { PartyCard } from '@/acts/statement/party-card';
import { useStatementTexts } from '@/shared/i18n/statement';
import { paths } from '@/shared/lib/paths';
import { ScreenTitle } from '@/shared/ui/screen-title';
import screen from '@/shared/ui/screen.module.css';

/** The acts of one's own account, and how it names itself in them. */
export function Component() {
  const t = useStatementTexts();
  const title = t('statement:acts.title');
  return (
    <div className={screen.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <div className={screen.back}>
        <Link to={paths.statement}>{t('sections.statement')}</Link>
      </div>
      <div className={screen.header}>
        <h1>{title}</h1>
      </div>
      <PartyCard />
      <ActsSection of="own" right="acts.make" />
    </div>
  );
}
