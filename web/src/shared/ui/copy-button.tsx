import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-button.module.css';
import { CheckIcon, CopyIcon } from './icons';

const CONFIRMATION_MS = 2000;

interface CopyButtonProps {
  value: string;
  /** What is copied, for the button's name: 'Копировать ID заказа'. */
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

  const copy = async () => {
    if (!(await writeClipboard(value))) return;
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
        onClick={() => void copy()}
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

async function writeClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyThroughSelection(value);
  }
}

/** Outside secure contexts there is no clipboard object. */
function copyThroughSelection(value: string): boolean {
  const field = document.createElement('textarea');
  field.value = value;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
