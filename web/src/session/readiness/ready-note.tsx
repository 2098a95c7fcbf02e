import { useTraderTexts } from '@/shared/i18n/trader';
import { useServerNow } from '@/shared/lib/use-now';
import { stopText } from './gate-texts';
import classes from './readiness.module.css';
import { useReadiness } from './use-readiness';

const inList = (state = '') => `${classes.note} ${state}`;

/** In a list: whether the requisite takes an order now, or the first reason why it does not. */
export default function ReadyNote({ id, isPaused }: { id: string; isPaused: boolean }) {
  const t = useTraderTexts();
  const { data } = useReadiness();
  const at = data?.requisites?.find((requisite) => requisite.id === id);
  if (!data || !at) return null;
  if (data.no_rate) return <span className={inList(classes.stop)}>{t(`trader:ready.noRate.${data.no_rate}`)}</span>;
  const [gate] = at.stopped;
  // The note above says so, with the time.
  if (isPaused && gate === 'requisite_off') return null;
  if (gate === undefined) return <span className={inList(classes.ready)}>{t('trader:ready.isReady')}</span>;
  const text = <>{stopText(t, gate, at, data)}</>;
  return (
    <span className={inList(classes.stop)}>
      {gate === 'interval' ? <Ticking>{() => stopText(t, gate, at, data)}</Ticking> : text}
    </span>
  );
}

/** A text that the clock changes. */
export function Ticking({ children }: { children: () => string }) {
  useServerNow();
  return children();
}
