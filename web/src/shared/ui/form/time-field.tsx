import { Field, type FieldProps } from './field';
import classes from './field.module.css';

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`; empty when there is none. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day. */
export function TimeField({ value, onChange, disabled, ...field }: TimeFieldProps) {
  return (
    <Field {...field}>
      {(links) => (
        <input
          {...links}
          className={classes.input}
          type="time"
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
