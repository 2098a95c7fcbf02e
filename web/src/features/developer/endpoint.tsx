import { useCallback } from 'react';
import { useGetWebhookEndpointQuery, useUpdateWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { useMay } from '@/session/may';
import { readProblem } from '@/shared/lib/problem';
import { FactsCard, FactsSkeleton, type Fact } from '@/shared/detail/facts';
import { Switch } from '@/shared/switch/switch';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { toast } from '@/shared/ui/toast';
import { useOptimisticSwitch } from '@/shared/action/use-optimistic-switch';
import { EndpointAddress } from './endpoint-address';
import { EndpointSecret } from './endpoint-secret';
import { type Texts, useTexts } from './texts';
import classes from './webhooks.module.css';

/** The address of webhooks, its switch and the secret of their signatures. */
export function Endpoint() {
  const t = useTexts();
  const { currentData: endpoint, isError, error, refetch } = useGetWebhookEndpointQuery();
  return (
    <section className={classes.section} aria-labelledby="webhooks-endpoint">
      <div className={classes.head}>
        <h2 id="webhooks-endpoint">{t('webhooks:endpoint.title')}</h2>
        {isError && endpoint && <StaleNote onRetry={refetch} />}
      </div>
      {endpoint && <FactsCard facts={endpointFacts(endpoint, t)} />}
      {!endpoint &&
        (isError ? (
          <ErrorState title={t('webhooks:endpoint.notFound')} error={error} onRetry={refetch} />
        ) : (
          <FactsSkeleton />
        ))}
    </section>
  );
}

const endpointFacts = (endpoint: WebhookEndpoint, t: Texts): readonly Fact[] => [
  [t('webhooks:endpoint.address'), <EndpointAddress key="address" endpoint={endpoint} />],
  ...(endpoint.url === ''
    ? []
    : [[t('webhooks:endpoint.sending'), <EndpointSwitch key="switch" endpoint={endpoint} />] as const]),
  // Who may not change it is not told it.
  ...(endpoint.secret === ''
    ? []
    : [[t('webhooks:endpoint.secret'), <EndpointSecret key="secret" endpoint={endpoint} />] as const]),
];

function EndpointSwitch({ endpoint: { url, is_active: isActive } }: { endpoint: WebhookEndpoint }) {
  const t = useTexts();
  const mayEdit = useMay('webhooks.edit');
  const [update] = useUpdateWebhookEndpointMutation();
  const save = useCallback((wanted: boolean) => update({ url, is_active: wanted }).unwrap(), [update, url]);
  const onFailure = useCallback(
    (error: unknown) => toast.failure(t('webhooks:endpoint.switchFailed'), readProblem(error)),
    [t],
  );
  const [isOn, want] = useOptimisticSwitch(isActive, save, onFailure);
  return (
    <span className={classes.switch}>
      <Switch checked={isOn} onChange={want} label={t('webhooks:endpoint.switch')} isFixed={!mayEdit} />
      {isOn ? t('webhooks:endpoint.on') : t('webhooks:endpoint.off')}
    </span>
  );
}
