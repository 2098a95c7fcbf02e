import '@mantine/core/styles/Input.layer.css';
import { Input } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps, type FieldProps } from './field-props';
import classes from './file-field.module.css';

interface FileFieldProps extends FieldProps {
  /** As the input's own `accept`. */
  accept: string;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
}

/** One file. The input is the browser's own, in our words instead of its. */
export function FileField({ accept, file, onChange, ...field }: FileFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { error, disabled = false } = field;
  return (
    <Input.Wrapper {...inputProps(field)} id={id}>
      <label className={classes.file} htmlFor={id}>
        <Input
          className="visually-hidden"
          type="file"
          accept={accept}
          error={error}
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
    </Input.Wrapper>
  );
}
