import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getAppeal, type AppealDetail } from '@/api/appeals';
import { inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { Card, FactsCard, type Fact } from '@/shared/detail/facts';
import { AppealActions } from './appeal-actions';
import { Desk } from './desk/desk';
import { DeskTools } from './desk/desk-actions';
import classes from './appeals.module.css';
import { Status } from '@/shared/ui/status';

const appealFacts = (appeal: AppealDetail, t: TFunction): readonly Fact[] => [
  [t('appeals.order'), () => <Link to={paths.order(appeal.order.id)}>{appeal.order.short_name}</Link>],
  [t('appeals.requisite'), () => appeal.bank_detail.short_name],
  [t('appeals.bank'), () => appeal.bank_name.short_name],
  [t('fields.amount'), inRub(appeal.amount)],
  [t('fields.status'), <Status key="status" kind="appeal" of={appeal} />],
  [t('fields.created'), formatDateTime(appeal.created_at)],
  [t('appeals.closedWell'), formatDateTime(appeal.processed_datetime)],
];

/** The merchant's proof of the payment, for those who may see it. */
function Proof({ file }: { file: AppealDetail['file'] | null }) {
  const { t } = useTranslation();
  return (
    <Card title={t('appeals.proof')}>
      {file ? (
        <a className={classes.file} href={file.url} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      ) : (
        <p className={classes.none}>{t('appeals.noFile')}</p>
      )}
    </Card>
  );
}

export const { Component, preload } = detailScreen({
  name: 'appeals',
  call: getAppeal,
  titleOf: (id) => id,
  live: true,
  badge: (appeal) => <Status kind="appeal" of={appeal} />,
  actions: (appeal) => <AppealActions key={appeal.id} id={appeal.id} appeal={appeal} />,
  tools: (appeal) => appeal.desk && <DeskTools key={appeal.id} appeal={appeal} desk={appeal.desk} />,
  body: (appeal, t) => {
    const facts = <FactsCard title={t('fields.info')} facts={appealFacts(appeal, t)} />;
    // A server of the bare specification knows neither rounds nor what the bank says.
    return appeal.desk ? (
      <Desk appeal={appeal} desk={appeal.desk} facts={facts} />
    ) : (
      <DetailColumns main={facts} side={<Proof file={appeal.file} />} />
    );
  },
});
