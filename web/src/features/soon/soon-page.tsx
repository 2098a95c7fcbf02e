import { useTranslation } from 'react-i18next';
import type { SectionName } from '@/session/sections';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { EmptyState } from '@/shared/ui/states';
import classes from './soon-page.module.css';

/** A section that is in the sidebar already and opens later. */
export function SoonPage({ name }: { name: SectionName }) {
  const { t } = useTranslation();
  const title = t(`sections.${name}`);
  return (
    <div className={classes.page}>
      <ScreenTitle>{title}</ScreenTitle>
      <h1>{title}</h1>
      <EmptyState title={t('soon.text')} />
    </div>
  );
}
