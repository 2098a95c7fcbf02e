import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  useConfirmPayoutMutation,
  useFreePayoutMutation,
  useTakePayoutMutation,
  type PayoutDetail,
} from '@/api/payouts';
import { DASH, formatAmount } from '@/shared/lib/format-amount';
import { AskButton } from '@/shared/action/ask-button';
import { CheckIcon } from '@/shared/ui/icons';
import { useAction } from '@/shared/action/use-action';

interface PayoutActionsProps {
  id: string;
  payout: PayoutDetail;
}

/** The trader's possible actions, by the server's flags. */
export function PayoutActions({ id, payout }: PayoutActionsProps) {
  return (
    <>
      {payout.can_take_on_work && <Take id={id} />}
      {payout.can_free && <GiveUp id={id} payout={payout} />}
      {(payout.can_free || payout.can_be_done) && <Confirm id={id} payout={payout} />}
    </>
  );
}

function Take({ id }: { id: string }) {
  const { t } = useTranslation();
  const [take, { isLoading }] = useTakePayoutMutation();
  const run = useAction(take, { success: t('payouts.taken'), failure: t('errors.act') });
  return (
    <Button loading={isLoading} onClick={() => void run(id)}>
      {t('payouts.take')}
    </Button>
  );
}

function GiveUp({ id, payout }: PayoutActionsProps) {
  const { t } = useTranslation();
  const [free] = useFreePayoutMutation();
  const run = useAction(free, { success: t('payouts.givenUp'), failure: t('errors.refuse') });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('payouts.giveUpTitle', { amount: formatAmount(payout.amount) }),
        text: t('payouts.giveUpQuestion'),
        confirmText: t('payouts.giveUp'),
        danger: true,
      }}
      onConfirm={() => run(id)}
    >
      {t('payouts.giveUp')}
    </AskButton>
  );
}

/** Not possible before the proof is there. */
function Confirm({ id, payout }: PayoutActionsProps) {
  const { t } = useTranslation();
  const [confirm] = useConfirmPayoutMutation();
  const run = useAction(confirm, { success: t('payouts.confirmed'), failure: t('errors.confirm') });
  return (
    <AskButton
      leftSection={<CheckIcon />}
      disabled={!payout.can_be_done}
      question={{
        title: t('payouts.confirmTitle', { amount: formatAmount(payout.amount) }),
        text: t('payouts.confirmQuestion', { name: payout.fio || DASH }),
        confirmText: t('actions.confirm'),
      }}
      onConfirm={() => run(id)}
    >
      {t('actions.confirm')}
    </AskButton>
  );
}
