import { type Waiting as What, WAITING_PLACES } from '@kantor/contract/plain/figures.ts';
import type { Overview } from '@/api/platform-figures';
import { formatAge } from '@/shared/lib/format-age';
import { inUsdt } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useServerNow } from '@/shared/lib/use-now';
import { WaitingItem, WaitingList } from '@/session/inbox/waiting-list';
import classes from './figures.module.css';
import { useTexts } from './texts';

/** Where each thing is taken in hand: the list that the figure counts. */
function placeOf(what: What): string {
  const { list, status }: { list: string; status?: string } = WAITING_PLACES[what];
  return paths.platformList(list, status);
}

type Item = Overview['waiting'][number];

/** What asks for a hand, each a way to where it is taken. */
export function Waiting({ items }: { items: readonly Item[] }) {
  const t = useTexts();
  return (
    <section className={classes.section} aria-labelledby="overview-waiting">
      <h2 id="overview-waiting">{t('figures:overview.waiting')}</h2>
      {items.length === 0 ? (
        <p className={classes.quiet}>{t('figures:overview.nothing')}</p>
      ) : (
        <WaitingList>
          {items.map((item) => (
            <WaitingFigure key={item.what} {...item} />
          ))}
        </WaitingList>
      )}
    </section>
  );
}

function WaitingFigure({ what, count, sum, since, names }: Item) {
  const t = useTexts();
  const now = useServerNow();
  const parts = [
    names?.join(', '),
    sum === null ? undefined : inUsdt(sum),
    since === null ? undefined : t('figures:overview.oldest', { age: formatAge(t, now - Date.parse(since)) }),
  ];
  return (
    <WaitingItem
      to={placeOf(what)}
      count={count}
      what={t(`figures:overview.what.${what}`)}
      note={parts.filter(Boolean).join(' · ')}
    />
  );
}
