import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field';
import classes from './field.module.css';

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  type?: 'text' | 'tel' | 'url';
  inputMode?: ComponentProps<'input'>['inputMode'];
  placeholder?: string;
}

/** One line of text. */
export function TextField({
  value,
  onChange,
  disabled,
  maxLength,
  type,
  inputMode,
  placeholder,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(links) => (
        <input
          {...links}
          className={classes.input}
          type={type ?? 'text'}
          inputMode={inputMode}
          placeholder={placeholder}
          maxLength={maxLength}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
