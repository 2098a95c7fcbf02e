import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { inputProps, type FieldProps } from './field-props';
import { caretAfter, digitsBefore, parseWhole, showWhole } from './whole-number';

const MAX_DIGITS = 12;

interface WholeNumberFieldProps extends FieldProps {
  value: number | null;
  onChange: (value: number | null) => void;
  maxDigits?: number;
  /** Stands inside the input at its end. */
  unit?: string;
  placeholder?: string;
}

/** A whole number whose thousands stand apart while it is typed. */
export function WholeNumberField({ onChange, maxDigits = MAX_DIGITS, unit, ...props }: WholeNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number }>();
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = currentTarget;
    const next = parseWhole(typed, maxDigits);
    const digits = digitsBefore(typed, selectionStart ?? typed.length);
    setCaret({ at: caretAfter(showWhole(next), digits) });
    onChange(next);
  };

  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      rightSection={unit}
      rightSectionWidth={48}
      rightSectionProps={{ 'aria-hidden': true }}
      {...inputProps(props)}
      ref={input}
      value={showWhole(props.value)}
      onChange={change}
      onKeyDown={stepOverSeparator}
    />
  );
}

/** Backspace behind a separator means the digit before it, Delete the one after it. */
function stepOverSeparator({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = currentTarget;
  if (selectionStart === null || selectionStart !== selectionEnd) return;
  const step = key === 'Backspace' ? -1 : Number(key === 'Delete');
  const crossed = step < 0 ? value[selectionStart - 1] : value[selectionStart];
  if (step === 0 || crossed === undefined || /\d/.test(crossed)) return;
  currentTarget.setSelectionRange(selectionStart + step, selectionStart + step);
}
