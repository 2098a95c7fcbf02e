import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from '@/shared/form/field';
import classes from './payouts.module.css';

interface FileFieldProps extends FieldProps {
  /** As the input's own `accept`. */
  accept: string;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
}

/** One file. The input is the browser's own, in our words instead of its. */
export function FileField({ accept, file, onChange, disabled, ...field }: FileFieldProps) {
  const { t } = useTranslation();
  return (
    <Field {...field}>
      {(links) => (
        <label className={classes.file} htmlFor={links.id}>
          <input
            {...links}
            className="visually-hidden"
            type="file"
            accept={accept}
            disabled={disabled}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.files?.[0]);
              // The same file may be chosen again after it was changed.
              currentTarget.value = '';
            }}
          />
          <span className={classes.pick}>{t('payouts.pick')}</span>
          <span className={classes.name}>{file?.name ?? t('payouts.notPicked')}</span>
        </label>
      )}
    </Field>
  );
}
