import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react';

/** Natively disabled, it would drop the focus that is on it; so it only says that it is, until the focus has gone on. */
function SoftButton({ disabled, onClick, onFocus, onBlur, ...button }: ComponentProps<'button'>) {
  const [hasFocus, setFocus] = useState(false);
  return (
    <button
      {...button}
      type="button"
      disabled={disabled && !hasFocus}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        onBlur?.(event);
      }}
    />
  );
}

/** A button of an action that others may make impossible at any moment: whoever stands on it stays there. */
export function ActionButton(
  props: ButtonProps & {
    'aria-label'?: string;
    onClick: (event: MouseEvent<HTMLButtonElement>) => void;
    onKeyDown?: (event: KeyboardEvent) => void;
  },
) {
  return <Button component={SoftButton} {...props} />;
}
