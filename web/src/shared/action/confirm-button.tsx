import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './confirm-button.module.css';

interface ConfirmButtonProps {
  /** The button, and its name when that must say more. */
  children: ReactNode;
  label: string;
  /** The action in words, with the amount: 'Подтвердить получение 12 500,00 ₽?' */
  question: string;
  confirmText: string;
  disabled?: boolean;
  /** Why there is nothing to be asked any more: what happened while the question stood there. */
  moot?: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** A button that asks before it acts, beside itself: a slip of the hand moves no money. */
export function ConfirmButton({
  children,
  label,
  question,
  confirmText,
  disabled,
  moot,
  onConfirm,
}: ConfirmButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isMoot = moot !== undefined && !isRunning;
  useEffect(() => {
    if (isMoot) cancel.current?.focus();
  }, [isMoot]);

  const close = () => {
    // A removed element gets no blur event, even with the focus on it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setOpened(false);
    trigger.current?.focus();
  };
  const confirm = async () => {
    if (isRunning) return;
    setRunning(true);
    await onConfirm();
    setRunning(false);
    close();
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          ref={trigger}
          className={classes.trigger ?? ''}
          size="xs"
          variant="default"
          aria-label={label}
          disabled={disabled ?? false}
          onClick={() => setOpened((isOpen) => !isOpen)}
        >
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <p className={classes.question} role="status">
          {isMoot ? moot : question}
        </p>
        <div className={classes.buttons}>
          <Button ref={cancel} size="xs" variant="default" disabled={isRunning} onClick={close}>
            {isMoot ? t('actions.close') : t('actions.cancel')}
          </Button>
          {!isMoot && (
            <Button size="xs" loading={isRunning} onClick={() => void confirm()}>
              {confirmText}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
