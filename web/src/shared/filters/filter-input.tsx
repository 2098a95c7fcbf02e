import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface FilterInputProps {
  label: string;
  value: string;
  type?: 'datetime-local';
  /** Not a sum: any keyboard, and this many characters. */
  maxLength?: number;
  /** What was typed as the address has it; undefined: it is none. */
  read: (typed: string) => string | undefined;
  onChange: (value: string) => void;
}

/** A value of a filter, which takes effect when it is complete: on Enter, or when the focus goes on. */
export function FilterInput({ label, value, type, maxLength, read, onChange }: FilterInputProps) {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setDraft(value);
  }
  const take = (typed: string) => {
    const next = read(typed.trim());
    if (next === undefined) setDraft(value);
    else if (next !== value) onChange(next);
  };
  return (
    <TextInput
      label={label}
      type={type ?? 'text'}
      inputMode={type === undefined && maxLength === undefined ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={maxLength ?? 20}
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') take(currentTarget.value);
      }}
    />
  );
}

/** A sum as the server takes it: `1 500,50` is `1500.50`. */
export const readSum = (typed: string): string | undefined => {
  const sum = typed.replaceAll(/[\s ]/g, '').replace(',', '.');
  return /^(?:\d{1,12}(?:\.\d{0,6})?)?$/.test(sum) ? sum : undefined;
};

/** A minute of Moscow's clock as the browser's own field gives it. */
export const readMinute = (typed: string): string | undefined =>
  /^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/.test(typed) ? typed : undefined;
