import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmOrderMutation, type OrderRow } from '@/api/orders';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { formatAmount } from '@/shared/lib/format-amount';
import { orderName } from '@/shared/lib/format-id';
import { AskGround } from './ask-ground';
import type { Ground } from './ground';
import { useConfirmSoon } from './use-confirm-soon';

interface ConfirmOrderProps extends ButtonProps {
  order: Pick<OrderRow, 'id' | 'amount' | 'status'>;
  /** The message that it is confirmed by, where that is chosen already. */
  by?: { id: string; text: ReactNode };
  /** A message that fits it: by it the order is confirmed without a question, and with five seconds to undo that. */
  fitting?: string | null | undefined;
  label?: string | undefined;
  /** Why there is nothing to be confirmed any more, when it came to that while the question stood there. */
  moot?: ReactNode;
  onDone?: () => void;
  children: ReactNode;
}

/** Confirms an order, active or expired: each by a call of its own. It asks, or it can be undone for a while. */
export function ConfirmOrder({ order, by, fitting, moot, onDone, children, ...button }: ConfirmOrderProps) {
  const { t } = useTranslation();
  const [confirm] = useConfirmOrderMutation();
  const run = useAction(confirm, {
    success: t('orders.confirmed'),
    failure: t('errors.confirm'),
    onSuccess: onDone,
  });
  const soon = useConfirmSoon({ order, messageId: fitting });
  const question = {
    title: t('confirm.title', { order: orderName(order.id), amount: formatAmount(order.amount) }),
    confirmText: t('actions.confirm'),
    moot,
  };
  const confirmBy = (ground: Ground | undefined) =>
    run({ id: order.id, expired: order.status === 'EXPIRED', ...(ground && { ground }) });
  if (by === undefined) {
    return (
      <AskGround
        {...button}
        {...(soon && {
          variant: soon.isWaiting ? 'default' : 'filled',
          disabled: soon.isWaiting ? false : soon.isOver || (button.disabled ?? false),
          ...(soon.isWaiting && { label: soon.undoLabel, leftSection: undefined }),
        })}
        instead={soon?.press}
        underWay={soon?.underWay}
        orderId={order.id}
        question={question}
        onConfirm={confirmBy}
      >
        {soon?.isWaiting ? t('soon.undo') : children}
      </AskGround>
    );
  }
  return (
    <AskButton
      {...button}
      question={{ ...question, text: by.text }}
      onConfirm={() => confirmBy({ notification_id: by.id })}
    >
      {children}
    </AskButton>
  );
}
