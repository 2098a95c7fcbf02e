import { MAX_ENDPOINTS } from '@kantor/contract/plain/webhooks.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGetWebhookEndpointsQuery } from '@/api/webhooks';
import { May } from '@/session/may';
import { FactsSkeleton } from '@/shared/detail/facts';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import { Boundary } from '@/shared/ui/boundary';
import { EndpointCard } from './endpoint-card';
import { EndpointForm } from './endpoint-form';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

/** Where webhooks go, and how each address does. */
export function Endpoints() {
  const t = useTexts();
  const [isAdding, setAdding] = useState(false);
  const { currentData: endpoints, isError, error, refetch } = useGetWebhookEndpointsQuery();
  return (
    <section className={classes.section} aria-labelledby="webhooks-endpoints">
      <div className={classes.head}>
        <h2 id="webhooks-endpoints">{t('webhooks:endpoint.title')}</h2>
        {isError && endpoints && <StaleNote onRetry={refetch} />}
        {endpoints && endpoints.length < MAX_ENDPOINTS && (
          <May right="webhooks.edit">
            <Button size="xs" onClick={() => setAdding(true)}>
              {t('webhooks:endpoint.add')}
            </Button>
          </May>
        )}
      </div>
      {endpoints?.length === 0 && <EmptyState title={t('webhooks:endpoint.none')} />}
      {endpoints?.map((endpoint) => (
        <Boundary key={endpoint.id}>
          <EndpointCard endpoint={endpoint} />
        </Boundary>
      ))}
      {!endpoints &&
        (isError ? (
          <ErrorState title={t('webhooks:endpoint.notFound')} error={error} onRetry={refetch} />
        ) : (
          <FactsSkeleton />
        ))}
      {isAdding && <EndpointForm onClose={() => setAdding(false)} />}
    </section>
  );
}
