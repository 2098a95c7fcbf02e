import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { type RequisiteVersion, useGetRequisiteHistoryQuery } from '@/api/requisites';
import { Card } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import classes from './requisites.module.css';

/** Bank data on one line; orders show no more of them. */
const dataOf = (version: RequisiteVersion): string =>
  [
    version.bank_name,
    version.fio,
    version.phone,
    version.bank_account,
    version.last_4_digits_card && `•${version.last_4_digits_card}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Which bank data the requisite has had, since when and by whom: an order keeps those that it was issued with. */
export function RequisiteHistory({ id, version }: { id: string; version: number | undefined }) {
  const { t } = useTranslation();
  // A server of the specification's own fields keeps no versions.
  const { currentData } = useGetRequisiteHistoryQuery(version === undefined ? skipToken : id);
  if (!currentData?.results.length) return null;
  return (
    <Card title={t('requisites.history')}>
      <ol className={classes.history} aria-label={t('requisites.history')}>
        {currentData.results.map((kept, index) => (
          <li key={kept.version}>
            <span className={classes.when}>
              {t('requisites.changedBy', { at: formatDateTime(kept.created_at), who: kept.changed_by })}
              {index === 0 && ` · ${t('requisites.versionInForce')}`}
            </span>
            {dataOf(kept)}
          </li>
        ))}
      </ol>
    </Card>
  );
}
