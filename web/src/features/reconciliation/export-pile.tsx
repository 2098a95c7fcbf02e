import { EXPORT_FORMATS, type ExportFormat } from '@kantor/contract/plain/exports.ts';
import type { Pile } from '@kantor/contract/plain/reconciliations.ts';
import { Button } from '@mantine/core';
import { type Reconciliation, useExportReconciliationMutation } from '@/api/reconciliations';
import { May } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { saveAddress } from '@/acts/exports/save-file';

interface Props {
  isPlatform: boolean;
  made: Reconciliation;
  /** All of them when absent. */
  pile: Pile | undefined;
  t: ReconcileTexts;
}

/** A pile as a file, of either format. */
export const ExportPile = (props: Props) => (
  <May right={props.isPlatform ? 'platform.export' : 'reconciliations.read'}>
    <Button.Group>
      {EXPORT_FORMATS.map((format) => (
        <ExportAs key={format} format={format} {...props} />
      ))}
    </Button.Group>
  </May>
);

/** The first format says what is taken; the other one, beside it, only what it is. */
function ExportAs({ format, isPlatform, made, pile, t }: Props & { format: ExportFormat }) {
  const [load, { isLoading }] = useExportReconciliationMutation();
  const name = made.file_name.replace(/\.\w+$/, '');
  const what = pile === undefined ? t('reconcile:title') : t(`reconcile:piles.${pile}`);
  const run = useAction(load, {
    failure: t('reconcile:export.failed'),
    onSuccess: (url: string) => saveAddress(`${name}-${what}.${format}`, url),
  });
  const short = format.toUpperCase();
  const whole = `${pile === undefined ? t('reconcile:export.all') : t('reconcile:export.pile')}: ${short}`;
  return (
    <Button
      variant="default"
      size={pile === undefined ? 'sm' : 'xs'}
      aria-label={whole}
      loading={isLoading}
      onClick={() => void run({ isPlatform, id: made.id, pile, format })}
    >
      {format === EXPORT_FORMATS[0] ? whole : short}
    </Button>
  );
}
