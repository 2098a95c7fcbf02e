import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { ChevronDownIcon } from '../ui/icons';
import { Field, type FieldProps } from './field';
import fieldClasses from './field.module.css';
import classes from './multi-select-field.module.css';

interface MultiSelectFieldProps extends FieldProps {
  value: readonly string[];
  /** `short` stands for the label in the closed field. */
  options: readonly { value: string; label: string; short?: string }[];
  /** In the closed field while nothing is chosen. */
  placeholder: string;
  /** In the open list when there is nothing to choose from. */
  emptyText: string;
  onChange: (value: string[]) => void;
}

/** Several of many: a button with what is chosen, and under it a list of check boxes. */
export function MultiSelectField({
  value,
  options,
  placeholder,
  emptyText,
  onChange,
  ...field
}: MultiSelectFieldProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = options.filter((option) => value.includes(option.value));

  const toggle = (changed: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, changed] : value.filter((other) => other !== changed));
  const closeOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      trigger.current?.focus();
    }
  };

  return (
    <Field {...field}>
      {(links) => (
        <div role="presentation" className={classes.wrap} onBlur={closeOutside} onKeyDown={onKeyDown}>
          <button
            {...links}
            ref={trigger}
            type="button"
            className={`${fieldClasses.input} ${classes.trigger}`}
            aria-describedby={[`${listId}-chosen`, links['aria-describedby']].filter(Boolean).join(' ')}
            aria-expanded={isOpen}
            aria-controls={listId}
            disabled={field.disabled}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={`${listId}-chosen`} className={chosen.length === 0 ? classes.placeholder : classes.chosen}>
              {chosen.map((option) => option.short ?? option.label).join(', ') || placeholder}
            </span>
            <ChevronDownIcon />
          </button>
          {isOpen && (
            <fieldset id={listId} className={classes.list} tabIndex={-1}>
              <legend className="visually-hidden">{field.label}</legend>
              {options.length === 0 && <p className={classes.empty}>{emptyText}</p>}
              {options.map((option) => (
                <label key={option.value} className={classes.option}>
                  <input
                    type="checkbox"
                    checked={value.includes(option.value)}
                    onChange={(event) => toggle(option.value, event.currentTarget.checked)}
                  />
                  {option.label}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </Field>
  );
}
