import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { ChevronDownIcon } from '../ui/icons';
import { inputProps, type FieldProps } from './field-props';

interface SelectFieldProps extends FieldProps {
  /** Empty when nothing is chosen. */
  value: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** The text of an empty choice, which cannot be chosen again. */
  placeholder: string;
  onChange: (value: string) => void;
}

/** One of several, in the system's own list. */
export function SelectField({ options, placeholder, onChange, ...props }: SelectFieldProps) {
  return (
    <NativeSelect
      {...inputProps(props)}
      rightSection={<ChevronDownIcon width={16} />}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="" disabled hidden>
        {placeholder}
      </option>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
