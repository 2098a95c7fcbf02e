import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { inputProps, type FieldProps } from './field-props';

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  type?: 'text' | 'tel' | 'url' | 'password';
  inputMode?: ComponentProps<'input'>['inputMode'];
  placeholder?: string;
}

/** One line of text. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...inputProps(props)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
