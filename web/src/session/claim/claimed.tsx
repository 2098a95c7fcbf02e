import type { OrderRow } from '@/api/orders';
import { useTraderTexts } from '@/shared/i18n/trader';
import { formatTime } from '@/shared/lib/format-date';
import classes from './claimed.module.css';

/** The payer's word beside an order: when, and whose money it is said to be. */
export default function Claimed({ claim }: { claim: NonNullable<OrderRow['claim']> }) {
  const t = useTraderTexts();
  const at = formatTime(claim.made_at);
  return (
    <span className={classes.claimed}>
      {claim.sender_name === '' ? t('trader:claimed', { at }) : t('trader:claimedBy', { at, name: claim.sender_name })}
    </span>
  );
}
