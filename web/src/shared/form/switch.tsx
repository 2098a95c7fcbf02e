import { useId } from 'react';
import { useOptimisticSwitch } from '../action/use-optimistic-switch';
import classes from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
}

/** A switch whose label is not in sight, for table rows. */
export function Switch({ label, ...props }: SwitchProps) {
  const id = useId();
  return (
    <label className={classes.bare} htmlFor={id}>
      <span className="visually-hidden">{label}</span>
      <SwitchInput {...props} id={id} />
    </label>
  );
}

interface SwitchFieldProps extends SwitchProps {
  hint?: string;
  /** What the server has against it; stands in the hint's place. */
  error?: string | undefined;
  /** Takes the whole width of its card. */
  isWide?: boolean;
}

/** A switch with its label beside it, and a hint under it. */
export function SwitchField({ label, hint, error, isWide = false, ...props }: SwitchFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      <label className={classes.labelled} htmlFor={id}>
        {label}
        <SwitchInput {...props} id={id} describedBy={note === undefined ? undefined : `${id}-note`} />
      </label>
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? classes.hint : classes.error}>
          {note}
        </p>
      )}
    </div>
  );
}

interface OptimisticSwitchProps {
  /** The state that the server has stated. */
  value: boolean;
  save: (wanted: boolean) => Promise<unknown>;
  onFailure: (error: unknown) => void;
  label: string;
}

/** Answers at once; the last wanted state is the one that is saved. */
export function OptimisticSwitch({ value, save, onFailure, label }: OptimisticSwitchProps) {
  const [isOn, want] = useOptimisticSwitch(value, save, onFailure);
  return <Switch checked={isOn} onChange={want} label={label} />;
}

interface SwitchInputProps extends Omit<SwitchProps, 'label'> {
  id: string;
  describedBy?: string | undefined;
}

function SwitchInput({ id, checked, onChange, disabled, describedBy }: SwitchInputProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className={classes.switch}
      aria-checked={checked}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
