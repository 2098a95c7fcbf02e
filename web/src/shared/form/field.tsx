import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './field.module.css';

export interface FieldProps {
  label: string;
  /** Shows the `*`; nothing is enforced by it. */
  marked?: boolean;
  hint?: string | undefined;
  /** What the server, or the form itself, has against the value. */
  error?: string | undefined;
  disabled?: boolean;
}

/** What ties an input to its label, hint and error. */
export interface InputLinks {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, hint and error under an input. */
export function Field({
  label,
  marked,
  hint,
  error,
  children,
}: FieldProps & { children: (links: InputLinks) => ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id} id={`${id}-label`}>
        {label}
        {marked && (
          <span className={classes.mark} title={t('form.marked')}>
            {'\u00a0*'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
