import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import type { Proof } from '@kantor/contract/plain/step-up.ts';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './factor-fields.module.css';

/** What is typed: the name of the field that a call takes it in. */
type Typed = 'code' | 'recovery_code';

const isTyped = (proof: Proof): proof is Typed => proof === 'code' || proof === 'recovery_code';

interface FactorFieldsProps {
  methods: readonly Proof[];
  input: RefObject<HTMLInputElement | null>;
  error?: string | undefined;
  isBusy: boolean;
  /** Undefined where no passkey can be used. */
  onPasskey?: (() => void) | undefined;
}

/** The field of a second factor, named after the kind that is typed, and the button of passkeys. */
export function FactorFields({ methods, input, error, isBusy, onPasskey }: FactorFieldsProps) {
  const { t } = useTranslation();
  const typed = methods.filter(isTyped);
  const [chosen, setChosen] = useState<Typed>();
  const kind = chosen ?? typed[0];
  const other = typed.find((each) => each !== kind);
  return (
    <div className={classes.fields}>
      {methods.includes('passkey') && onPasskey && (
        <Button variant={typed[0] === 'code' ? 'default' : 'filled'} disabled={isBusy} onClick={onPasskey}>
          {t('secondFactor.passkey')}
        </Button>
      )}
      {kind && <CodeField key={kind} kind={kind} input={input} error={error} isBusy={isBusy} />}
      {other && (
        <button type="button" className={classes.other} onClick={() => setChosen(other)}>
          {other === 'code' ? t('secondFactor.useCode') : t('secondFactor.useRecoveryCode')}
        </button>
      )}
    </div>
  );
}

interface CodeFieldProps extends Pick<FactorFieldsProps, 'input' | 'error' | 'isBusy'> {
  kind: Typed;
}

/** Has the focus as soon as it is there: nothing else is left to be typed. */
function CodeField({ kind, input, error, isBusy }: CodeFieldProps) {
  const { t } = useTranslation();
  useEffect(() => input.current?.focus(), [input]);
  return (
    <TextInput
      ref={input}
      name={kind}
      label={kind === 'code' ? t('secondFactor.code') : t('secondFactor.recoveryCode')}
      autoComplete="one-time-code"
      inputMode={kind === 'code' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      size="md"
      data-autofocus
      readOnly={isBusy}
      error={error}
      aria-invalid={error !== undefined}
    />
  );
}
