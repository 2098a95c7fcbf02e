import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import {
  useChangeWebhookEndpointMutation,
  useRemoveWebhookEndpointMutation,
  type WebhookEndpoint,
} from '@/api/webhooks';
import { May, useMay } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { useOptimisticSwitch } from '@/shared/action/use-optimistic-switch';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { readProblem } from '@/shared/lib/problem';
import { Switch } from '@/shared/switch/switch';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { CopyableCode } from './copyable-code';
import { EndpointForm } from './endpoint-form';
import { EndpointSecret } from './endpoint-secret';
import { healthFacts } from './endpoint-health';
import { type Texts, useTexts } from './texts';
import { TryEndpoint } from './try-endpoint';
import { WebhookType } from './webhook-words';
import classes from './webhooks.module.css';

interface Props {
  endpoint: WebhookEndpoint;
}

const endpointFacts = (endpoint: WebhookEndpoint, t: Texts): readonly Fact[] => [
  [t('webhooks:endpoint.address'), <Address key="address" endpoint={endpoint} />],
  [t('webhooks:endpoint.types'), <Types key="types" types={endpoint.types} />],
  [t('webhooks:endpoint.sending'), <EndpointSwitch key="switch" endpoint={endpoint} />],
  // Who may not change it is not told it.
  ...(endpoint.secret === ''
    ? []
    : [[t('webhooks:endpoint.secret'), <EndpointSecret key="secret" endpoint={endpoint} />] as const]),
];

/** One address: how it does, what it is sent, and what can be done with it. */
export function EndpointCard({ endpoint }: Props) {
  const t = useTexts();
  const { lead, facts } = healthFacts(endpoint, t);
  return (
    <div className={classes.endpoint} role="group" aria-label={endpoint.url}>
      <FactsCard lead={lead} facts={[...facts, ...endpointFacts(endpoint, t)]} />
      <May right="webhooks.edit">
        <Deeds endpoint={endpoint} />
      </May>
    </div>
  );
}

function Address({ endpoint: { url, is_test: isTest } }: Props) {
  const t = useTexts();
  return (
    <span className={classes.value}>
      <CopyableCode value={url} subject={t('webhooks:endpoint.address')} />
      {isTest && <StatusBadge tone="info">{t('webhooks:endpoint.test')}</StatusBadge>}
    </span>
  );
}

function Types({ types }: { types: readonly string[] | null }) {
  const t = useTexts();
  if (types === null) return t('webhooks:endpoint.allTypes');
  return (
    <ul className={classes.types}>
      {types.map((type) => (
        <li key={type}>
          <WebhookType type={type} />
        </li>
      ))}
    </ul>
  );
}

function EndpointSwitch({ endpoint: { id, url, types, is_active: isActive } }: Props) {
  const t = useTexts();
  const mayEdit = useMay('webhooks.edit');
  const [change] = useChangeWebhookEndpointMutation();
  const save = useCallback(
    (wanted: boolean) => change({ id, body: { url, types: types as never, is_active: wanted } }).unwrap(),
    [change, id, url, types],
  );
  const onFailure = useCallback(
    (error: unknown) => toast.failure(t('webhooks:endpoint.switchFailed'), readProblem(error)),
    [t],
  );
  const [isOn, want] = useOptimisticSwitch(isActive, save, onFailure);
  return (
    <span className={classes.switch}>
      <Switch checked={isOn} onChange={want} label={t('webhooks:endpoint.switch', { url })} isFixed={!mayEdit} />
      {isOn ? t('webhooks:endpoint.on') : t('webhooks:endpoint.off')}
    </span>
  );
}

function Deeds({ endpoint }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState<'change' | 'try'>();
  const [remove] = useRemoveWebhookEndpointMutation();
  const run = useAction<string, unknown>(remove, {
    success: t('webhooks:endpoint.removed'),
    failure: t('webhooks:endpoint.removeFailed'),
  });
  const close = () => setOpen(undefined);
  return (
    <div className={classes.deeds}>
      <Button size="xs" variant="default" onClick={() => setOpen('try')}>
        {t('webhooks:try.open')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('change')}>
        {t('webhooks:endpoint.change')}
      </Button>
      <AskButton
        size="xs"
        variant="default"
        question={{
          title: t('webhooks:endpoint.removeTitle'),
          text: t('webhooks:endpoint.removeText', { url: endpoint.url }),
          confirmText: t('webhooks:endpoint.remove'),
        }}
        onConfirm={() => run(endpoint.id)}
      >
        {t('webhooks:endpoint.remove')}
      </AskButton>
      {open === 'change' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === 'try' && <TryEndpoint endpoint={endpoint} onClose={close} />}
    </div>
  );
}
