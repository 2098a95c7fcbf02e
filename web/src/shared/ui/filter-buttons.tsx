import type { ReactNode } from 'react';
import classes from './filter-buttons.module.css';

interface FilterButtonsProps<Value extends string> {
  label: string;
  value: Value | undefined;
  /** `note`: a figure beside the label, for the eye. */
  options: readonly { value: Value; label: string; note?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One choice of a few, all in sight; scrolls sideways where there is no room. */
export function FilterButtons<Value extends string>({ label, value, options, onChange }: FilterButtonsProps<Value>) {
  return (
    <div className={classes.group} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <span>{option.label}</span>
          {option.note && <span aria-hidden="true">{option.note}</span>}
        </button>
      ))}
    </div>
  );
}
