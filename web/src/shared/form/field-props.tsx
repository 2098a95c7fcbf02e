import { useTranslation } from 'react-i18next';
import classes from './field-props.module.css';

/** The properties of every field. */
export interface FieldProps {
  label: string;
  /** Shows the `*`; nothing is enforced by it. */
  marked?: boolean;
  hint?: string | undefined;
  /** The objection to the value, of the server or of the form itself. */
  error?: string | undefined;
  disabled?: boolean;
}

/** The same under Mantine's names, and whatever else there is as it is. */
export const inputProps = <Props extends FieldProps>({ label, marked, hint, ...others }: Props) => ({
  ...others,
  label: marked ? <MarkedLabel label={label} /> : label,
  description: hint,
});

function MarkedLabel({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <>
      {label}
      <span className={classes.mark} title={t('form.marked')}>
        {'\u00a0*'}
      </span>
    </>
  );
}
