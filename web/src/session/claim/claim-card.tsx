import { useGetPayerClaimQuery } from '@/api/orders';
import { Card } from '@/shared/detail/facts';
import { useTraderTexts } from '@/shared/i18n/trader';
import { formatDateTime } from '@/shared/lib/format-date';
import classes from './claim-card.module.css';

/** What the payer of an order says of their payment. */
export default function ClaimCard({ id }: { id: string }) {
  const t = useTraderTexts();
  const claim = useGetPayerClaimQuery(id).currentData?.claim;
  if (!claim) return null;
  const said = [
    [t('trader:claim.at'), formatDateTime(claim.made_at)],
    [t('trader:claim.sender'), claim.sender_name],
    [t('trader:claim.lastFour'), claim.last_four],
    [t('trader:claim.comment'), claim.comment],
  ] as const;
  return (
    <Card title={t('trader:claim.title')}>
      <dl className={classes.said}>
        {said
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {claim.receipts.length > 0 && (
          <div>
            <dt>{t('trader:claim.receipts')}</dt>
            {claim.receipts.map(({ url, name }) => (
              <dd key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </dd>
            ))}
          </div>
        )}
      </dl>
      <p className={classes.note}>{t('trader:claim.note')}</p>
    </Card>
  );
}
