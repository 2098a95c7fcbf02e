import { MAX_ROUNDS } from '@kantor/contract/plain/appeals.ts';
import type { AppealDesk, AppealRow } from '@/api/appeals';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { TimeLeft } from '@/shared/ui/time-left';

type Turned = Pick<AppealRow, 'stage' | 'round' | 'answer_until'>;

/** Whose turn an appeal is and how long that lasts, or how it ended. */
export function Turn({ appeal: { stage, round, answer_until: until }, desk }: { appeal: Turned; desk: AppealDesk }) {
  const t = useAppealTexts();
  const rounds: Fact = [t('appeal:turn.round'), t('appeal:turn.roundOf', { n: round ?? 1, max: MAX_ROUNDS })];
  const facts: Fact[] = stage
    ? [
        [t('appeal:turn.now'), t(`appeal:turn.${stage}`)],
        rounds,
        ...(until
          ? ([
              [t('appeal:turn.left'), <TimeLeft key="left" until={until} />],
              [t('appeal:turn.until'), formatDateTime(until)],
            ] satisfies Fact[])
          : []),
      ]
    : [
        [t('appeal:turn.outcome'), t(`appeal:turn.${desk.outcome ?? 'declined'}`, { sum: inRub(desk.paid ?? 0) })],
        rounds,
      ];
  return <FactsCard title={t('appeal:turn.title')} facts={facts} />;
}
