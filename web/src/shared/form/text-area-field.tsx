import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { inputProps, type FieldProps } from './field-props';

interface TextAreaFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
}

/** Several lines of text. */
export function TextAreaField({ onChange, ...props }: TextAreaFieldProps) {
  return <Textarea rows={4} {...inputProps(props)} onChange={(event) => onChange(event.currentTarget.value)} />;
}
