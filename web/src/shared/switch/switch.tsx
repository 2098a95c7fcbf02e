import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch as MantineSwitch } from '@mantine/core';
import { useId } from 'react';
import { useOptimisticSwitch } from '../action/use-optimistic-switch';
import classes from './switch.module.css';

/** Mantine's parts in our looks. */
const PARTS = {
  body: classes.body ?? '',
  input: classes.input ?? '',
  track: classes.track ?? '',
  thumb: classes.thumb ?? '',
  labelWrapper: classes.labelWrapper ?? '',
};

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** It only shows. */
  isFixed?: boolean;
}

/** A switch whose label is not in sight, for table rows. */
export function Switch({ label, checked, onChange, isFixed = false }: SwitchProps) {
  return (
    <MantineSwitch
      className={classes.bare ?? ''}
      classNames={PARTS}
      withThumbIndicator={false}
      aria-label={label}
      disabled={isFixed}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SwitchFieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
  label: string;
  hint?: string;
  /** The server's objection, in the hint's place. */
  error?: string | undefined;
  /** Takes the whole width of its card. */
  isWide?: boolean;
}

/** A switch with its label beside it, and a hint under it: inside the label, it would be part of the switch's name. */
export function SwitchField({ value, onChange, label, hint, error, isWide = false }: SwitchFieldProps) {
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      <MantineSwitch
        classNames={PARTS}
        withThumbIndicator={false}
        label={label}
        labelPosition="left"
        aria-describedby={note === undefined ? undefined : noteId}
        aria-invalid={error === undefined ? undefined : true}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? classes.hint : classes.error}>
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
  /** It only shows. */
  isFixed?: boolean;
}

/** Answers at once; the last wanted state is the one that is saved. */
export function OptimisticSwitch({ value, save, onFailure, ...shown }: OptimisticSwitchProps) {
  const [isOn, want] = useOptimisticSwitch(value, save, onFailure);
  return <Switch checked={isOn} onChange={want} {...shown} />;
}
