import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { ChevronDownIcon } from '../ui/icons';

interface FilterSelectProps {
  label: string;
  /** What no choice is called. */
  any: string;
  /** Empty is no choice. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One choice of many, or none; its label stands in it. */
export function FilterSelect({ label, any, value, options, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      rightSection={<ChevronDownIcon width={16} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{`${label}: ${any}`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
