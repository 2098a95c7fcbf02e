import type { Right } from '@kantor/contract/plain/rights.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import { useExportListMutation } from '@/api/platform-files';
import { May } from '@/session/may';
import { ActionButton } from '@/shared/action/action-button';
import { useAction } from '@/shared/action/use-action';
import { saveAddress } from '@/shared/lib/save-file';
import { useTexts } from './texts';

interface ExportButtonProps {
  route: Route & { right: Right };
  /** Of the account whose list it is. */
  id?: string;
  /** The filters that the list shows. */
  filters: object;
}

/** Takes all that a list shows, every page of it, away as a file. */
export function ExportButton({ route, id, filters }: ExportButtonProps) {
  const t = useTexts();
  const [exportList, { isLoading }] = useExportListMutation();
  const run = useAction(exportList, {
    failure: t('platform:export.failed'),
    onSuccess: ({ name, url }) => saveAddress(name, url),
  });
  return (
    <May right={route.right}>
      <ActionButton variant="default" loading={isLoading} onClick={() => void run({ route, id, params: filters })}>
        {t('platform:export.button')}
      </ActionButton>
    </May>
  );
}
