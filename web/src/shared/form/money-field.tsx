import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps, type FieldProps } from './field-props';
import {
  caretIn,
  completeMoney,
  keptOf,
  largestOf,
  NO_BREAK_SPACE,
  parseMoneyInput,
  shownOf,
  type MoneyKind,
} from './money-input';

interface MoneyFieldProps extends FieldProps {
  kind: MoneyKind;
  /** As typed; `parseMoneyInput` reads it. */
  value: string;
  onChange: (value: string) => void;
  /** Stands inside the input at its end. */
  unit?: string;
  placeholder?: string;
}

/**
 * A sum as it is typed, thousands apart. What is no such sum stays as it is typed, and the field says why: it never becomes another
 * sum. A form is complete only with what `parseMoneyInput` has no objection to.
 */
export function MoneyField({ kind, onChange, unit, ...props }: MoneyFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number }>();
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = currentTarget;
    const kept = keptOf(typed, kind);
    setCaret({ at: caretIn(shownOf(kept, kind), typed, selectionStart ?? typed.length) });
    onChange(kept);
  };

  return (
    <TextInput
      inputMode={kind === 'usdt' ? 'decimal' : 'numeric'}
      autoComplete="off"
      rightSection={unit}
      rightSectionWidth={48}
      rightSectionProps={{ 'aria-hidden': true }}
      errorProps={{ role: 'alert' }}
      {...inputProps(props)}
      error={objectionTo(props.value, kind, t) ?? props.error}
      ref={input}
      value={shownOf(props.value, kind)}
      onChange={change}
      onKeyDown={stepOverSeparator}
      onBlur={() => {
        const complete = completeMoney(props.value, kind);
        if (complete !== props.value) onChange(complete);
      }}
    />
  );
}

function objectionTo(text: string, kind: MoneyKind, t: TFunction): string | undefined {
  const { objection } = parseMoneyInput(text, kind);
  if (objection === 'wrong') return t(`money.wrong.${kind}`);
  return objection && t(`money.${objection}`, { max: largestOf(kind) });
}

/** Backspace behind a separator means the digit before it, Delete the one after it. */
function stepOverSeparator({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = currentTarget;
  if (selectionStart === null || selectionStart !== selectionEnd) return;
  const step = key === 'Backspace' ? -1 : Number(key === 'Delete');
  const crossed = step < 0 ? value[selectionStart - 1] : value[selectionStart];
  if (step === 0 || crossed !== NO_BREAK_SPACE) return;
  currentTarget.setSelectionRange(selectionStart + step, selectionStart + step);
}
