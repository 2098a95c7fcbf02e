import { Button } from '@mantine/core';
import {
  type TestAppeal,
  type TestOrder,
  type TestPayout,
  useHappenToTestAppealMutation,
  useHappenToTestOrderMutation,
  useHappenToTestPayoutMutation,
} from '@/api/test-mode';
import { May } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';
import classes from './test-mode.module.css';

type Event = 'pay' | 'late' | 'short' | 'appeal' | 'complete' | 'refuse' | 'confirm' | 'decline';

interface EventsProps<Name extends Event> {
  /** What tells the object from the others. */
  of: string | null;
  events: readonly Name[];
  onEvent: (event: Name) => Promise<boolean>;
}

function Events<Name extends Event>({ of, events, onEvent }: EventsProps<Name>) {
  const t = useTexts();
  return (
    <May right="test_mode.play">
      <span className={classes.events}>
        {events.map((event) => {
          const name: Event = event;
          const words = t(`testMode:happen.${name}`);
          return (
            <Button
              key={event}
              size="xs"
              variant="default"
              aria-label={t('testMode:eventOf', { event: words, number: of ?? '' })}
              onClick={() => void onEvent(event)}
            >
              {words}
            </Button>
          );
        })}
      </span>
    </May>
  );
}

const ORDER_EVENTS: Partial<Record<string, readonly ('pay' | 'late' | 'short' | 'appeal')[]>> = {
  ACTIVE: ['pay', 'late', 'short', 'appeal'],
  EXPIRED: ['late', 'appeal'],
  DECLINED: ['appeal'],
};

export function OrderEvents({ order: { id, status, external_id: of } }: { order: TestOrder }) {
  const t = useTexts();
  const [happen] = useHappenToTestOrderMutation();
  const run = useAction(happen, { failure: t('testMode:failed') });
  return <Events of={of} events={ORDER_EVENTS[status] ?? []} onEvent={(event) => run({ id, body: { event } })} />;
}

export function PayoutEvents({ payout: { id, status, settlement, external_id: of } }: { payout: TestPayout }) {
  const t = useTexts();
  const [happen] = useHappenToTestPayoutMutation();
  const run = useAction(happen, { failure: t('testMode:failed') });
  const isUndecided = status === 'OPEN' || settlement === 'contested';
  const events = isUndecided ? (['complete', 'refuse'] as const) : [];
  return <Events of={of} events={events} onEvent={(event) => run({ id, body: { event } })} />;
}

export function AppealEvents({ appeal: { id, status, external_id: of } }: { appeal: TestAppeal }) {
  const t = useTexts();
  const [happen] = useHappenToTestAppealMutation();
  const run = useAction(happen, { failure: t('testMode:failed') });
  const events = status === 'OPEN' ? (['confirm', 'decline'] as const) : [];
  return <Events of={of} events={events} onEvent={(event) => run({ id, body: { event } })} />;
}
