import type { Reconciliation } from '@/api/reconciliations';
import { Card } from '@/shared/detail/facts';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { DASH, formatCount, inUsdt } from '@/shared/lib/format-amount';
import classes from './reconciliation.module.css';
import { inUnit } from './units';

type Sums = Reconciliation['totals'];

/** What the piles come to; their differences add up to the whole one. */
export function PileSums({ made, t }: { made: Reconciliation; t: ReconcileTexts }) {
  const { kind, piles, totals } = made;
  const hasFee = made.columns.fee !== undefined;
  const cells = ({ count, ours, theirs, difference, ours_fee, theirs_fee, fee_difference }: Sums, hasSums: boolean) => (
    <>
      <td>{formatCount(count)}</td>
      <td>{ours === null ? DASH : inUnit(kind, ours)}</td>
      <td>{theirs === null ? DASH : inUnit(kind, theirs)}</td>
      <td>{hasSums ? inUnit(kind, difference) : DASH}</td>
      {hasFee && (
        <>
          <td>{ours_fee === null ? DASH : inUsdt(ours_fee)}</td>
          <td>{theirs_fee === null ? DASH : inUsdt(theirs_fee)}</td>
          <td>{hasSums ? inUsdt(fee_difference) : DASH}</td>
        </>
      )}
    </>
  );
  const leftOut = piles.find(({ pile, count }) => pile === 'left_out' && count > 0);
  return (
    <Card title={t('reconcile:sums.title')}>
      <div className={classes.scroll} role="region" tabIndex={0} aria-label={t('reconcile:sums.title')}>
        <table className={classes.sums}>
          <thead>
            <tr>
              <th scope="col">{t('reconcile:sums.pile')}</th>
              <th scope="col">{t('reconcile:sums.count')}</th>
              <th scope="col">{t('reconcile:sums.ours')}</th>
              <th scope="col">{t('reconcile:sums.theirs')}</th>
              <th scope="col">{t('reconcile:sums.difference')}</th>
              {hasFee && (
                <>
                  <th scope="col">{t('reconcile:sums.oursFee')}</th>
                  <th scope="col">{t('reconcile:sums.theirsFee')}</th>
                  <th scope="col">{t('reconcile:sums.feeDifference')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {piles
              .filter(({ pile }) => pile !== 'left_out')
              .map((sums) => (
                <tr key={sums.pile}>
                  <th scope="row">{t(`reconcile:piles.${sums.pile}`)}</th>
                  {cells(sums, sums.count > 0)}
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('reconcile:sums.total')}</th>
              {cells(totals, true)}
            </tr>
            {leftOut && (
              <tr className={classes.quiet}>
                <th scope="row">{t('reconcile:piles.left_out')}</th>
                {cells(leftOut, false)}
              </tr>
            )}
          </tfoot>
        </table>
      </div>
      <p className={classes.note}>{t('reconcile:sums.note')}</p>
    </Card>
  );
}
