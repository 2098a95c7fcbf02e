import { useTraderTexts } from '@/shared/i18n/trader';
import { formatMoment } from './gate-texts';
import classes from './readiness.module.css';
import { useAtGates } from './use-readiness';

/** Says that the phone of the requisite's cabinet is silent; nothing while it is online. */
export default function Unheard({ requisite }: { requisite: string }) {
  const t = useTraderTexts();
  const at = useAtGates(requisite);
  if (!at?.stopped.includes('device_silent')) return null;
  const since = at.last_heard_at;
  const text = since === null ? t('trader:neverHeard') : t('trader:unheard', { at: formatMoment(since) });
  return (
    <span className={classes.unheard} role="status">
      {text}
    </span>
  );
}
