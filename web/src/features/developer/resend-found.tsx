import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFindWebhooksToResendQuery, useResendWebhooksMutation, type WebhookFilter } from '@/api/webhooks';
import { useAction } from '@/shared/action/use-action';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { ErrorState, LoadingNote } from '@/shared/ui/states';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

type Found = NonNullable<ReturnType<typeof useFindWebhooksToResendQuery>['data']>;

interface Props {
  filter: Omit<WebhookFilter, 'before'>;
}

/** Sends again what the journal's filter leaves; the number is said first. */
export function ResendFound({ filter }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('webhooks:again.open')}
      </Button>
      {isOpen && <Question filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Left out where any will do, as the server has it. */
const onlySet = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Values;

function Question({ filter, onClose }: Props & { onClose: () => void }) {
  const t = useTexts();
  const { data: found, isError, refetch } = useFindWebhooksToResendQuery(onlySet(filter));
  const [resend, { isLoading }] = useResendWebhooksMutation();
  const run = useAction(resend, {
    success: t('webhooks:again.done', { n: found?.ids.length ?? 0 }),
    failure: t('webhooks:again.failed'),
    onSuccess: onClose,
  });
  return (
    <Dialog title={t('webhooks:again.title')} isBusy={isLoading} onClose={onClose}>
      <div aria-live="polite">
        {found && <WhatWouldGo found={found} />}
        {!found && !isError && <LoadingNote />}
        {!found && isError && <ErrorState title={t('webhooks:again.findFailed')} onRetry={refetch} />}
      </div>
      <DialogActions>
        <Button variant="default" disabled={isLoading} onClick={onClose}>
          {t('actions.close')}
        </Button>
        {found && found.ids.length > 0 && (
          <Button loading={isLoading} onClick={() => void run({ ids: found.ids })}>
            {t('webhooks:again.send', { n: found.ids.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function WhatWouldGo({ found: { ids, outdated, off, has_more: hasMore } }: { found: Found }) {
  const t = useTexts();
  const count = ids.length;
  return (
    <div className={classes.form}>
      {count === 0 ? (
        <p>{t('webhooks:again.none')}</p>
      ) : (
        <p>
          <strong>{t('webhooks:again.count', { n: count })}</strong> {t('webhooks:again.same')}
        </p>
      )}
      {outdated > 0 && <p className={classes.warning}>{t('webhooks:again.outdated', { n: outdated })}</p>}
      {off > 0 && <p>{t('webhooks:again.off', { n: off })}</p>}
      {hasMore && <p>{t('webhooks:again.more', { n: count })}</p>}
    </div>
  );
}
