import { SECOND_FACTOR_REQUIRED, type Proof } from '@kantor/contract/plain/step-up.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { PasskeyRequest } from '@/api/security';
import { methodsOf } from '@/api/step-up';
import { type Credentials, useLoginMutation } from '@/api/user';
import { signWithPasskey } from '@/session/passkeys';
import { signIn, type SessionDispatch } from '@/session/session';
import { useAuth } from '@/session/use-user';
import { readProblem } from '@/shared/lib/problem';

/** The code for a wrong name or password. Its sentence adds nothing to the product's own. */
const UNAUTHORIZED = 401;

interface Notice {
  tone: 'danger' | 'warning';
  text: string;
  /** What the server adds to it. */
  detail?: string | undefined;
}

/** The second factor that the server waits for, after the right password. */
interface AskedFactor {
  methods: readonly Proof[];
  passkey: PasskeyRequest | undefined;
}

function askedFactorOf(failure: unknown): AskedFactor | undefined {
  if (readProblem(failure).code !== SECOND_FACTOR_REQUIRED) return undefined;
  const { passkey } = (failure as { data: { passkey?: PasskeyRequest } }).data;
  return { methods: methodsOf(failure), passkey };
}

/** Signs in by name and password, and by the second factor when the server asks for it. */
export function useLogin() {
  const { t } = useTranslation();
  const { putOut } = useAuth();
  const dispatch = useDispatch<SessionDispatch>();
  const [login, { isLoading }] = useLoginMutation();
  const [asked, setAsked] = useState<AskedFactor>();
  const [notice, setNotice] = useState<Notice | undefined>(
    putOut ? { tone: 'warning', text: putOut.sentence ?? t('login.putOut') } : undefined,
  );

  const run = async (credentials: Credentials) => {
    try {
      dispatch(signIn(await login(credentials).unwrap()));
    } catch (failure) {
      const factor = askedFactorOf(failure);
      if (factor) return setAsked(factor);
      console.error('Login failed', failure);
      const { status, detail } = readProblem(failure);
      setNotice({ tone: 'danger', text: t('login.error'), detail: status === UNAUTHORIZED ? undefined : detail });
      // What a passkey was to sign is used up.
      if (credentials.passkey) await run({ username: credentials.username, password: credentials.password });
    }
  };
  return {
    notice,
    isLoading,
    asked,
    submit: (credentials: Credentials) => {
      if (isLoading) return;
      setNotice(undefined);
      void run(credentials);
    },
    /** With the passkey that the server has asked for. */
    submitPasskey: (request: PasskeyRequest, credentials: Credentials) => {
      setNotice(undefined);
      signWithPasskey(request).then(
        (passkey) => run({ ...credentials, passkey }),
        () => setNotice({ tone: 'danger', text: t('secondFactor.passkeyFailed') }),
      );
    },
    /** Back to the name and the password. */
    forget: () => {
      setAsked(undefined);
      setNotice(undefined);
    },
  };
}
