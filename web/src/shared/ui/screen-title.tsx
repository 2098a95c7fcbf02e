import { useTranslation } from 'react-i18next';

/** The browser's title of a screen: `Заказы — Kantor`. */
export function ScreenTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  return <title>{`${children} — ${t('app.name')}`}</title>;
}
