import { useCallback, useState } from 'react';

interface Draft<Fields> {
  fields: Fields;
  isDirty: boolean;
  change: (patch: Partial<Fields>) => void;
  /** What was changed is saved, or given up: what the server has stated is shown again. */
  reset: () => void;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Fields over what the server has stated: one that was not changed follows the server. */
export function useDraft<Fields extends object>(stated: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const names = Object.keys(edits) as (keyof Fields)[];
  return {
    fields: { ...stated, ...edits },
    isDirty: names.some((name) => !isSame(edits[name], stated[name])),
    change: useCallback((patch) => setEdits((before) => ({ ...before, ...patch })), []),
    reset: useCallback(() => setEdits({}), []),
  };
}
