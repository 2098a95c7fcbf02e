import type { Pile } from '@kantor/contract/plain/reconciliations.ts';
import { Button } from '@mantine/core';
import { type Reconciliation, useExportReconciliationMutation } from '@/api/reconciliations';
import { May } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { saveAddress } from '@/shared/lib/save-file';

interface Props {
  isPlatform: boolean;
  made: Reconciliation;
  /** All of them when absent. */
  pile: Pile | undefined;
  t: ReconcileTexts;
}

/** A pile as a file. */
export function ExportPile({ isPlatform, made, pile, t }: Props) {
  const [load, { isLoading }] = useExportReconciliationMutation();
  const name = made.file_name.replace(/\.\w+$/, '');
  const run = useAction(load, {
    failure: t('reconcile:export.failed'),
    onSuccess: (url: string) =>
      saveAddress(`${name}-${pile === undefined ? t('reconcile:title') : t(`reconcile:piles.${pile}`)}.csv`, url),
  });
  return (
    <May right={isPlatform ? 'platform.export' : 'reconciliations.read'}>
      <Button
        variant="default"
        size={pile === undefined ? 'sm' : 'xs'}
        loading={isLoading}
        onClick={() => void run({ isPlatform, id: made.id, pile })}
      >
        {pile === undefined ? t('reconcile:export.all') : t('reconcile:export.pile')}
      </Button>
    </May>
  );
}
