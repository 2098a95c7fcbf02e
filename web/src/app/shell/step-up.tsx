import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { stepUpQuestion } from '@/api/step-up';
import type { PasswordDialogProps } from '@/session/password-dialog';
import { useStore } from '@/shared/lib/create-store';

/** The dialog comes when it is needed; when it cannot be had, nothing was given. */
const PasswordDialog = lazy((): Promise<{ default: ComponentType<PasswordDialogProps> }> =>
  import('@/session/password-dialog').catch(() => ({ default: NoDialog })),
);

function NoDialog() {
  useEffect(() => stepUpQuestion.get()?.settle(undefined), []);
  return null;
}

/** Asks for the password when a call needs it. Whoever leaves the shell has given none. */
export function StepUp() {
  const question = useStore(stepUpQuestion);
  useEffect(() => () => stepUpQuestion.get()?.settle(undefined), []);
  return <Suspense>{question && <PasswordDialog {...question} onSettled={question.settle} />}</Suspense>;
}
