import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { ChevronDownIcon } from '../ui/icons';

interface FilterChoiceProps {
  label: string;
  /** What no choice is called. */
  any: string;
  /** Empty is no choice. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One choice of a few, or none, with its label above it as fields have it. */
export function FilterChoice({ label, any, value, options, onChange }: FilterChoiceProps) {
  return (
    <NativeSelect
      label={label}
      rightSection={<ChevronDownIcon width={16} />}
      value={value}
      // As the words in an empty field.
      styles={value === '' ? { input: { color: 'var(--text-hint)' } } : {}}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
