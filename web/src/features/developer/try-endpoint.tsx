import { WEBHOOK_TYPES, type WebhookKind } from '@kantor/contract/plain/webhooks.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type EndpointAnswer, useTestWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { useAction } from '@/shared/action/use-action';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { SelectField } from '@/shared/form/select-field';
import { paths } from '@/shared/lib/paths';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useTexts } from './texts';
import { useTypeName } from './webhook-words';
import classes from './webhooks.module.css';

interface Props {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Sends an example, and shows what the merchant's server answers. */
export function TryEndpoint({ endpoint, onClose }: Props) {
  const t = useTexts();
  const nameOf = useTypeName();
  const offered = WEBHOOK_TYPES.filter((type) => endpoint.types?.includes(type) ?? true);
  const [type, setType] = useState<WebhookKind>(offered[0] ?? 'order.closed');
  const [answer, setAnswer] = useState<EndpointAnswer>();
  const [send, { isLoading }] = useTestWebhookEndpointMutation();
  const run = useAction(send, { failure: t('webhooks:try.failed'), onSuccess: setAnswer });
  const go = async () => {
    setAnswer(undefined);
    await run({ id: endpoint.id, body: { type } });
  };
  return (
    <Dialog title={t('webhooks:try.title')} isBusy={isLoading} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.tried}>{t('webhooks:try.text', { url: endpoint.url })}</p>
        <SelectField
          label={t('webhooks:try.type')}
          placeholder=""
          value={type}
          error={undefined}
          options={offered.map((value) => ({ value, label: `${nameOf(value)} (${value})` }))}
          onChange={(value) => setType(value as WebhookKind)}
        />
        <div aria-live="polite">{answer && <Answer answer={answer} />}</div>
      </div>
      <DialogActions>
        <Button variant="default" disabled={isLoading} onClick={onClose}>
          {t('actions.close')}
        </Button>
        <Button loading={isLoading} onClick={() => void go()}>
          {answer ? t('webhooks:try.again') : t('webhooks:try.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Answer({ answer }: { answer: EndpointAnswer }) {
  const t = useTexts();
  return (
    <div className={classes.form}>
      <p className={classes.value}>
        <StatusBadge tone={answer.error === '' ? 'success' : 'danger'}>
          {answer.error === '' ? t('webhooks:try.delivered') : answer.error}
        </StatusBadge>
        {answer.status === null ? t('webhooks:detail.noAnswer') : t('webhooks:try.status', { status: answer.status })}
        {' · '}
        {t('webhooks:detail.ms', { n: answer.duration })}
      </p>
      {answer.answer !== '' && <pre className={classes.answer}>{answer.answer}</pre>}
      <Link to={paths.webhook(answer.webhook_id)}>{t('webhooks:try.inJournal')}</Link>
    </div>
  );
}
