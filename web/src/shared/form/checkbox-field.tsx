import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';

interface CheckboxFieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
  /** In sight, or for a screen reader alone. */
  label: string;
  isBare?: boolean;
}

/** Yes or no, beside its words; in a table's row without them. */
export function CheckboxField({ value, onChange, label, isBare = false }: CheckboxFieldProps) {
  return (
    <Checkbox
      {...(isBare ? { 'aria-label': label } : { label })}
      // Mantine would name a colour of its palette, which there is not.
      color="var(--accent)"
      iconColor="var(--on-accent)"
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
