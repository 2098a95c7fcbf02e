import { type Gate, GATES } from '@kantor/contract/plain/gates.ts';
import { Link } from 'react-router';
import type { AtGates, Readiness } from '@/api/readiness';
import type { Requisite } from '@/api/requisites';
import { useMay } from '@/session/may';
import { useTraderTexts } from '@/shared/i18n/trader';
import { Card } from '@/shared/detail/facts';
import { paths } from '@/shared/lib/paths';
import { CheckIcon, CloseIcon } from '@/shared/ui/icons';
import { StaleNote } from '@/shared/ui/states';
import { passText, stopText } from './gate-texts';
import classes from './readiness.module.css';
import { DemandNote } from './ready-line';
import { Ticking } from './ready-note';
import { useReadiness } from './use-readiness';

interface GatesCardProps {
  requisite: Requisite;
  /** The id of the element in which limits and methods are changed. */
  settings: string;
}

/** Every condition that the requisite must pass to be given an order, with its number, and the way to where it is mended. */
export default function GatesCard({ requisite, settings }: GatesCardProps) {
  const t = useTraderTexts();
  const { data, isError, refetch } = useReadiness();
  const at = data?.requisites?.find(({ id }) => id === requisite.id);
  if (!data && isError) {
    return (
      <Card title={t('trader:ready.card')}>
        <p className={classes.stop}>{t('trader:ready.failed')}</p>
      </Card>
    );
  }
  if (!data || !at) return null;
  const isReady = at.stopped.length === 0 && data.no_rate === null;
  return (
    <Card title={t('trader:ready.card')}>
      <p className={isReady ? classes.ready : classes.stop} role="status">
        {data.no_rate
          ? t(`trader:ready.noRate.${data.no_rate}`)
          : isReady
            ? t('trader:ready.takes')
            : t('trader:ready.stopped')}
        {isError && <StaleNote onRetry={refetch} />}
      </p>
      <ol className={classes.gates} aria-label={t('trader:ready.card')}>
        {GATES.map((gate) => (
          <GateRow key={gate} gate={gate} at={at} free={data.free} requisite={requisite} settings={settings} />
        ))}
      </ol>
      <DemandNote />
    </Card>
  );
}

interface GateRowProps extends GatesCardProps {
  gate: Gate;
  at: AtGates;
  free: Readiness['free'];
}

function GateRow({ gate, at, free, requisite, settings }: GateRowProps) {
  const t = useTraderTexts();
  const stops = at.stopped.includes(gate);
  const isPaused = Boolean(requisite.paused);
  const known = { isPaused, methods: requisite.requisite_type, bank: requisite.bank_type.name, free };
  const Icon = stops ? CloseIcon : CheckIcon;
  return (
    <li data-stops={stops || undefined}>
      <Icon role="img" aria-label={stops ? t('trader:ready.fail') : t('trader:ready.pass')} aria-hidden={undefined} />
      <span className={classes.gate}>{t(`trader:gates.${gate}`)}</span>
      <span className={classes.number}>
        {stops ? <Ticking>{() => stopText(t, gate, at, known)}</Ticking> : passText(t, gate, at, known)}
      </span>
      {stops && <Mend gate={gate} at={at} requisite={requisite} settings={settings} />}
    </li>
  );
}

/** The way to what makes the gate let the requisite through. */
function Mend({ gate, at, requisite, settings }: Omit<GateRowProps, 'free'>) {
  const t = useTraderTexts();
  const seesBalance = useMay('balance.read');
  const mayEdit = useMay('requisites.edit');
  if (gate === 'traffic_off') return seesBalance && <Link to={paths.balance}>{t('balance.title')}</Link>;
  if (gate === 'balance') return seesBalance && <Link to={paths.deposits}>{t('sections.deposits')}</Link>;
  if (gate === 'cabinet' || gate === 'device_silent') {
    const to = at.cabinet ? paths.cabinet(at.cabinet.id) : paths.cabinets;
    return <Link to={to}>{at.cabinet?.device_name ?? t('sections.cabinets')}</Link>;
  }
  if (gate === 'requisite_off' && requisite.paused) {
    return <Link to={paths.notification(requisite.paused.notification)}>{t('sections.notifications')}</Link>;
  }
  if (gate === 'requisite_off') return <Link to={paths.requisites}>{t('sections.requisites')}</Link>;
  if (gate === 'current_deals' && at.active_orders > 0) {
    return <Link to={paths.activeOrders('')}>{t('sections.orders')}</Link>;
  }
  if (!mayEdit || gate === 'trader_blocked' || gate === 'amount_slot' || gate === 'interval') return null;
  return (
    <button
      type="button"
      className={classes.mend}
      onClick={() => document.getElementById(settings)?.querySelector('input')?.focus()}
    >
      {t('trader:ready.change')}
    </button>
  );
}
