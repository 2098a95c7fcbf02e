import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useAction } from '../action/use-action';
import { fieldErrors } from '../lib/problem';
import { useRequestKey } from './use-request-key';

interface FormOptions<Fields, Saved> {
  /** The fields as the server states them, or blank ones. A field that nobody has changed follows them. */
  initial: Fields;
  /** Sends the fields. The key is for calls that take an `Idempotency-Key`; it changes after a refusal only. */
  save: (fields: Fields, key: string) => { unwrap: () => Promise<Saved> };
  /** Toasts. Without `success` a success says nothing. */
  texts: { success?: string; failure: string };
  /** Whether there is enough to be sent; always, when absent. */
  isComplete?: (fields: Fields) => boolean;
  /** Asks before the save; nothing is sent when the answer is no. */
  ask?: (fields: Fields) => Promise<boolean>;
  /** Runs after a success, before the form is at rest. By default the form shows what the server states. */
  onSaved?: (saved: Saved) => unknown;
}

interface FieldBinding<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

export interface Form<Fields> {
  fields: Fields;
  /** There is something to lose. */
  isDirty: boolean;
  isComplete: boolean;
  /** A save is under way. */
  isBusy: boolean;
  /** The last save has failed. */
  hasFailed: boolean;
  /** Value, error and `onChange` of a field, to be spread on it. */
  field: <Name extends keyof Fields>(name: Name) => FieldBinding<Fields[Name]>;
  /** Gives up what was changed: the fields show `initial` again. */
  reset: () => void;
  /** As `isBusy`, at the moment of asking. */
  isRunning: () => boolean;
  /** To be spread on the form's element. */
  element: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A form's draft, its one save at a time and what comes of it: a toast, the server's sentence beside each field it refuses, and the
 * focus on the first of those. A field's error goes when the field is changed.
 */
export function useForm<Fields extends object, Saved>({
  initial,
  save,
  texts,
  isComplete = () => true,
  ask = () => Promise.resolve(true),
  onSaved,
}: FormOptions<Fields, Saved>): Form<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [errors, setErrors] = useState<Partial<Record<PropertyKey, string>>>({});
  const [refusal, setRefusal] = useState<{ error: unknown }>();
  const fields = { ...initial, ...edits };
  const reset = useCallback(() => setEdits({}), []);
  const key = useRequestKey();
  const send = useAction((sent: Fields) => save(sent, key.read()), {
    ...texts,
    onFailure: (error) => {
      key.onFailure(error);
      setErrors(fieldErrors(error));
      setRefusal({ error });
    },
    onSuccess: async (saved) => {
      setErrors({});
      setRefusal(undefined);
      await (onSaved ?? reset)(saved);
    },
  });
  const { isBusy, isRunning, runOnce } = useOneAtATime();
  const ref = useFocusOnRefused(refusal);

  const change = (name: keyof Fields, value: unknown) => {
    setEdits((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // As React sees it, a dialog's form may stand in another form.
    event.stopPropagation();
    if (isComplete(fields)) void submit();
  };
  const submit = async () => {
    if (await ask(fields)) await runOnce(() => send(fields));
  };

  return {
    fields,
    isDirty: (Object.keys(edits) as (keyof Fields)[]).some((name) => !isSame(edits[name], initial[name])),
    isComplete: isComplete(fields),
    isBusy,
    hasFailed: refusal !== undefined,
    field: (name) => ({
      value: fields[name],
      error: errors[name],
      onChange: (value) => change(name, value),
    }),
    reset,
    isRunning,
    element: { ref, noValidate: true, onSubmit },
  };
}

function useOneAtATime() {
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const runOnce = async (work: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await work();
    running.current = false;
    setBusy(false);
  };
  return { isBusy, isRunning: useCallback(() => running.current, []), runOnce };
}

/** Once a save is refused, the keyboard goes on at the first field that is to blame. */
function useFocusOnRefused(refusal: object | undefined) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return ref;
}
