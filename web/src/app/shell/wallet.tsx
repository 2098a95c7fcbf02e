import { useTranslation } from 'react-i18next';
import { middleEllipsis } from '@/shared/lib/format-id';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './header.module.css';

/** The trader's deposit address; on a phone only the button that copies it. */
export function Wallet({ address, isMobile }: { address: unknown; isMobile: boolean }) {
  const { t } = useTranslation();
  if (typeof address !== 'string' || address === '') return null;
  if (isMobile) {
    return (
      <span className={classes.walletButton}>
        <CopyButton value={address}>{t('shell.copyWallet')}</CopyButton>
      </span>
    );
  }
  return (
    <span className={classes.wallet}>
      <span className="visually-hidden">{t('shell.wallet')}</span>
      <code title={address}>{middleEllipsis(address)}</code>
      <CopyButton value={address} subject={t('shell.wallet')} />
    </span>
  );
}
