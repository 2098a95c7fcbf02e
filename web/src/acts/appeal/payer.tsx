import { Card, type Fact, FactsCard } from '@/shared/detail/facts';
import type { AppealDesk } from '@/api/appeals';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { inRub } from '@/shared/lib/format-amount';
import classes from './desk.module.css';
import { Files } from './files';

interface PayerProps {
  /** Roubles that are claimed. */
  claimed: string | number;
  desk: AppealDesk;
}

/** What the payer says, by the merchant: the claim beside the order, and the receipts. */
export function Payer({ claimed, desk }: PayerProps) {
  const t = useAppealTexts();
  const files = desk.steps.filter(({ by }) => by === 'merchant').flatMap((step) => step.files);
  const isMore = !desk.difference.startsWith('-') && /[1-9]/.test(desk.difference);
  const facts: Fact[] = [
    [t('appeal:payer.claimed'), inRub(claimed)],
    [t('appeal:payer.ofOrder'), inRub(desk.order_amount)],
    [t('appeal:payer.difference'), `${isMore ? '+' : ''}${inRub(desk.difference)}`],
    [t('appeal:payer.externalId'), desk.external_id],
  ];
  return (
    <>
      <FactsCard title={t('appeal:payer.title')} facts={facts} />
      <Card title={t('appeal:payer.files')}>
        {files.length === 0 ? (
          <p className={classes.none}>{t('appeal:payer.noFiles')}</p>
        ) : (
          <Files files={files} label={t('appeal:payer.files')} />
        )}
      </Card>
    </>
  );
}
