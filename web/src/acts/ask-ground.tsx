import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetOrderMessagesQuery } from '@/api/orders';
import { AskButton, type AskButtonProps } from '@/shared/action/ask-button';
import { ConfirmDialog, type Question } from '@/shared/dialog/confirm-dialog';
import type { Ground } from './ground';
import { GroundChoice } from './ground-choice';

interface AskGroundProps extends ButtonProps, Pick<AskButtonProps, 'instead' | 'underWay'> {
  /** The order that closes. */
  orderId: string;
  label?: string | undefined;
  question: Question;
  /** Confirms by what was chosen; by nothing where the server knows no messages. */
  onConfirm: (ground: Ground | undefined) => Promise<boolean>;
  children: ReactNode;
}

/** The button of a confirmation that closes an order: its question asks, too, what it is confirmed by. */
export function AskGround({ orderId, question, onConfirm, children, ...button }: AskGroundProps) {
  return (
    <AskButton
      {...button}
      data-confirm=""
      ask={(onClose) => (
        <GroundQuestion orderId={orderId} question={question} onConfirm={onConfirm} onClose={onClose} />
      )}
    >
      {children}
    </AskButton>
  );
}

const FEW = 10;
const MANY = 100;

const isUnknown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

interface GroundQuestionProps extends Pick<AskGroundProps, 'orderId' | 'question' | 'onConfirm'> {
  onClose: () => void;
}

function GroundQuestion({ orderId, question, onConfirm, onClose }: GroundQuestionProps) {
  const { t } = useTranslation();
  const [size, setSize] = useState(FEW);
  const [chosen, setChosen] = useState<Ground>();
  const { data, isError, error } = useGetOrderMessagesQuery(
    { id: orderId, page: 1, page_size: size },
    { refetchOnMountOrArgChange: true },
  );
  const messages = data?.results;
  // A server of the bare specification closes orders on the trader's word alone.
  const isBare = isError && isUnknown(error);
  const first = messages?.[0];
  const ground = chosen ?? (first?.fits ? { notification_id: first.id } : undefined);
  const confirm = async () => {
    const isDone = await onConfirm(ground);
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      {...question}
      isIncomplete={ground === undefined && !isBare}
      isAwaited={ground === undefined && messages === undefined && !isError}
      onConfirm={confirm}
      onClose={onClose}
    >
      {!isBare && (
        <GroundChoice
          messages={messages}
          hasFailed={isError}
          ground={ground}
          onChange={setChosen}
          more={
            data !== undefined &&
            data.count > size &&
            size < MANY && (
              <Button size="xs" variant="default" onClick={() => setSize(MANY)}>
                {t('confirm.showMore')}
              </Button>
            )
          }
        />
      )}
    </ConfirmDialog>
  );
}
