import { Field, type FieldProps } from './field';
import classes from './field.module.css';

interface SelectFieldProps extends FieldProps {
  /** Empty when nothing is chosen. */
  value: string;
  options: readonly { value: string; label: string }[];
  /** What an empty choice says; it cannot be chosen again. */
  placeholder: string;
  onChange: (value: string) => void;
}

/** One of several, in the system's own list. */
export function SelectField({ value, options, placeholder, onChange, disabled, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(links) => (
        <select
          {...links}
          className={classes.input}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="" disabled hidden>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
