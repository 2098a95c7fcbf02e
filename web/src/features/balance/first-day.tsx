import { useId } from 'react';
import { Link } from 'react-router';
import type { TraderDashboard } from '@/api/balance';
import { useTraderTexts } from '@/shared/i18n/trader';
import { paths } from '@/shared/lib/paths';
import { CheckIcon } from '@/shared/ui/icons';
import classes from './first-day.module.css';

type Steps = NonNullable<TraderDashboard['first_steps']>;

/** In the order in which they are done, each with the place where; the last is the button above. */
const STEPS: readonly (readonly [keyof Steps, string | undefined])[] = [
  ['requisite', paths.newRequisite()],
  ['cabinet', paths.newCabinet()],
  ['phone', paths.cabinets],
  ['message', paths.cabinets],
  ['limits', paths.requisites],
  ['balance', paths.deposits],
  ['traffic', undefined],
];

/** What a new trader does before their first order; each step is ticked by what has become of it. */
export function FirstDay({ steps }: { steps: Steps }) {
  const t = useTraderTexts();
  const id = useId();
  const done = STEPS.filter(([step]) => steps[step]).length;
  return (
    <section className={classes.first} aria-labelledby={id}>
      <h2 id={id}>
        {t('trader:first.title')}
        <span>{t('trader:first.count', { done, all: STEPS.length })}</span>
      </h2>
      <ol>
        {STEPS.map(([step, to]) => {
          const text = t(`trader:first.steps.${step}`);
          return (
            <li key={step} data-done={steps[step] || undefined}>
              <span className={classes.mark}>{steps[step] && <CheckIcon />}</span>
              <span className="visually-hidden">{steps[step] ? t('trader:first.done') : t('trader:first.toDo')}</span>
              {steps[step] || to === undefined ? text : <Link to={to}>{text}</Link>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
