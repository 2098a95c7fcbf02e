import { useState } from 'react';

/** A question whose answer somebody waits for, such as a form before its save; a dialog shows it while `isAsked`. */
export function useQuestion() {
  const [answer, setAnswer] = useState<(isYes: boolean) => void>();
  return {
    isAsked: answer !== undefined,
    ask: () => new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    settle: (isYes: boolean) => {
      answer?.(isYes);
      setAnswer(undefined);
    },
  };
}
