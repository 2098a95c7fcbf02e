import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { May } from '@/session/may';
import { useRole } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';

/** The ways to new payouts, for a merchant's people who may make some. */
export function CreatePayout() {
  const { t } = useTranslation();
  if (useRole() !== 'merchant') return null;
  return (
    <>
      <May right="batches.read">
        <Button component={Link} variant="default" to={paths.batches}>
          {t('payouts.fromFile')}
        </Button>
      </May>
      <May right="payouts.make">
        <Button component={Link} to={paths.newPayout()}>
          {t('payouts.create')}
        </Button>
      </May>
    </>
  );
}
