import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmOrderMutation, type OrderRow } from '@/api/orders';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { formatAmount } from '@/shared/lib/format-amount';
import { orderName } from '@/shared/lib/format-id';

interface ConfirmOrderProps extends ButtonProps {
  order: Pick<OrderRow, 'id' | 'amount' | 'status'>;
  label?: string;
  /** Why there is nothing to be confirmed any more, when it came to that while the question stood there. */
  moot?: ReactNode;
  onDone?: () => void;
  children: ReactNode;
}

/** Asks and confirms an order, active or expired: each by a call of its own. */
export function ConfirmOrder({ order, moot, onDone, children, ...button }: ConfirmOrderProps) {
  const { t } = useTranslation();
  const [confirm] = useConfirmOrderMutation();
  const run = useAction(confirm, {
    success: t('orders.confirmed'),
    failure: t('errors.confirm'),
    onSuccess: onDone,
  });
  return (
    <AskButton
      {...button}
      question={{
        title: t('confirm.title', { order: orderName(order.id), amount: formatAmount(order.amount) }),
        confirmText: t('actions.confirm'),
        moot,
      }}
      onConfirm={() => run({ id: order.id, expired: order.status === 'EXPIRED' })}
    >
      {children}
    </AskButton>
  );
}
