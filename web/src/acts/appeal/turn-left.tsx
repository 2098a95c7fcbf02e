import { useTranslation } from 'react-i18next';
import type { AppealRow } from '@/api/appeals';
import { TimeLeft } from '@/shared/ui/time-left';
import classes from './turn-left.module.css';

/** In a list: whose answer an open appeal waits for, and how long. Nothing of one that has ended. */
export function TurnLeft({ of: { stage, answer_until: until } }: { of: Pick<AppealRow, 'stage' | 'answer_until'> }) {
  const { t } = useTranslation();
  if (!stage) return null;
  return (
    <span className={classes.turn}>
      {t(`appeals.turn.${stage}`)}
      {until && <TimeLeft until={until} />}
    </span>
  );
}
