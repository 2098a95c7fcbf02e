import type { ReactNode } from 'react';
import type { AppealDesk } from '@/api/appeals';
import { Card } from '@/shared/detail/facts';
import { type AppealTexts, useAppealTexts } from '@/shared/i18n/appeal';
import { inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { statusText } from '@/shared/ui/status';
import classes from './desk.module.css';
import { Files } from './files';

type Step = AppealDesk['steps'][number];

/** Something that happened; what the sides said and sent stands under it. */
interface Moment {
  key: string;
  at: string;
  what: string;
  by: string;
  rest?: ReactNode;
}

const whatOf = ({ step, amount }: Step, t: AppealTexts): string => {
  if (step === 'open')
    return amount === null ? t('appeal:steps.openPlain') : t('appeal:steps.open', { sum: inRub(amount) });
  if (step === 'confirm' || step === 'split') return t(`appeal:steps.${step}`, { sum: inRub(amount ?? 0) });
  return t(`appeal:steps.${step}`);
};

function Said({ step }: { step: Step }) {
  const t = useAppealTexts();
  return (
    <>
      {step.reason !== null && <strong>{t(`appeal:reasons.${step.reason}`)}</strong>}
      {step.comment !== null && <span className={classes.words}>{step.comment}</span>}
      {step.files.length > 0 && <Files files={step.files} label={t('appeal:payer.files')} />}
    </>
  );
}

function momentsOf(desk: AppealDesk, orderId: string, t: AppealTexts): Moment[] {
  const isMany = desk.steps.some(({ round }) => round > 1);
  const ofAppeal = desk.steps.map((step): Moment => ({
    key: `step ${step.number}`,
    at: step.created_at,
    what: whatOf(step, t),
    by: [
      t(`appeal:steps.by.${step.by}`),
      ...(step.person === null ? [] : [step.person]),
      ...(isMany ? [t('appeal:steps.round', { n: step.round })] : []),
    ].join(' · '),
    rest: <Said step={step} />,
  }));
  const ofOrder = desk.order_steps.map((step, n): Moment => ({
    key: `order ${n}`,
    at: step.created_at,
    what: t('appeal:steps.order', {
      status: statusText(t, 'order', { status: step.status, human_status: step.status }),
    }),
    by: t(`appeal:steps.by.${step.actor}`),
  }));
  const heard = (desk.bank?.messages ?? [])
    .filter((message) => message.order_id === orderId && message.amount !== null)
    .map(({ id, heard_at: at, amount }): Moment => ({
      key: id,
      at,
      what: t('appeal:steps.message', { sum: inRub(amount ?? 0) }),
      by: '',
    }));
  return [...ofOrder, ...heard, ...ofAppeal].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** All that happened to an appeal and its order, oldest first. */
export function Steps({ desk, orderId }: { desk: AppealDesk; orderId: string }) {
  const t = useAppealTexts();
  return (
    <Card title={t('appeal:steps.title')}>
      <ol className={classes.list} aria-label={t('appeal:steps.title')}>
        {momentsOf(desk, orderId, t).map(({ key, at, what, by, rest }) => (
          <li key={key}>
            <div className={classes.head}>
              <span>
                {what} <span className={classes.note}>{by}</span>
              </span>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </div>
            {rest}
          </li>
        ))}
      </ol>
    </Card>
  );
}
