import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps, type FieldProps } from './field-props';
import { completeTime, isTimeOrNone, readTime } from './time-of-day';

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`; empty when there is none. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, by the clock of 24 hours whatever language the browser speaks. */
export function TimeField({ onChange, ...props }: TimeFieldProps) {
  const { t } = useTranslation();
  const [isTyping, setTyping] = useState(false);
  const { value, error } = props;
  const own = isTyping || isTimeOrNone(value) ? undefined : t('form.timeFormat');
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('form.timePlaceholder')}
      {...inputProps(props)}
      error={error ?? own}
      onChange={({ currentTarget }) => {
        // In the middle of the text the caret would jump; there it is taken as it is typed.
        const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
        const isShorter = currentTarget.value.length < value.length;
        setTyping(true);
        onChange(isAtEnd && !isShorter ? readTime(currentTarget.value) : currentTarget.value.slice(0, 5));
      }}
      onBlur={() => {
        setTyping(false);
        onChange(completeTime(readTime(value)));
      }}
    />
  );
}
