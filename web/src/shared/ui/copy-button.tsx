import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-button.module.css';
import { CheckIcon, CopyIcon } from './icons';

const CONFIRMATION_MS = 2000;

interface CopyButtonProps {
  value: string;
  /** The copied thing, for the button's name: 'Копировать ID заказа'. */
  subject?: string;
  /** A visible text makes it a labelled button instead of a bare icon. */
  children?: ReactNode;
}

/** Copies a value; for two seconds its tip says so, and so does the screen reader. */
export function CopyButton({ value, subject, children }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (button: Element) => {
    if (!(await writeClipboard(value, button.closest('[role=dialog]') ?? document.body))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMATION_MS);
  };

  const tip = copied ? t('actions.copied') : t('actions.copy');
  return (
    <span className={classes.wrap} data-copied={copied || undefined}>
      <UnstyledButton
        className={children === undefined ? classes.icon : classes.labelled}
        aria-label={children === undefined ? [t('actions.copy'), subject].filter(Boolean).join(' ') : undefined}
        onClick={(event) => void copy(event.currentTarget)}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
        {children}
      </UnstyledButton>
      <span className={classes.tip} aria-hidden="true">
        {tip}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('actions.copied') : ''}
      </span>
    </span>
  );
}

async function writeClipboard(value: string, place: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyThroughSelection(value, place);
  }
}

/** Outside secure contexts there is no clipboard object. Outside an open dialog nothing can be selected. */
function copyThroughSelection(value: string, place: Element): boolean {
  const field = document.createElement('textarea');
  field.value = value;
  field.className = 'visually-hidden';
  place.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
