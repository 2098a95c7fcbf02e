import type { ActionRoutes } from '@kantor/contract/plain/platform-actions.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Done, usePreviewActionMutation } from '@/api/platform-actions';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import dialogClasses from '@/shared/dialog/dialog.module.css';
import { type Form, useForm } from '@/shared/form/use-form';
import { useDeskTexts } from '@/shared/i18n/desk';
import { readProblem } from '@/shared/lib/problem';
import { LoadingNote, Skeleton } from '@/shared/ui/states';
import classes from './action.module.css';
import { Secrets } from './secrets';
import { Answer, type Asked } from './answer';

export interface ActionDialogProps<Fields extends object> {
  action: ActionRoutes;
  /** Of the object; an action on several has none. */
  id?: string;
  title: string;
  confirmText: string;
  danger?: boolean;
  /** What is asked first: a reason, a sum. Nothing when absent. */
  fields?: {
    initial: Fields;
    isComplete?: (fields: Fields) => boolean;
    toBody?: (fields: Fields) => object;
    inputs: (form: Form<Fields>) => ReactNode;
  };
  /** What is sent when nothing is asked. */
  body?: object;
  onDone?: (done: Done) => unknown;
  onClose: () => void;
}

/**
 * Every action of the platform's people: first its fields, then what becomes of what («Было → Станет»), then the deed. When
 * something has changed meanwhile, it says so and shows how it would be now.
 */
export function ActionDialog<Fields extends object>(props: ActionDialogProps<Fields>) {
  const { action, id, title, confirmText, danger = false, onDone, onClose, body = {} } = props;
  const t = useDeskTexts();
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Done>();
  const [preview] = usePreviewActionMutation();
  if (done !== undefined) return <Secrets title={title} secrets={done.secrets} onClose={onClose} />;
  const finish = (outcome: Done) => {
    onDone?.(outcome);
    if (Object.keys(outcome.secrets).length > 0) setDone(outcome);
    else onClose();
  };
  const look = async (sent: object) => {
    const told = await preview({ route: action.preview, id, body: sent }).unwrap();
    setAsked({ body: sent, preview: told });
  };
  if (asked !== undefined)
    return (
      <Answer
        {...{ action, id, title, confirmText, danger, asked }}
        look={() => look(asked.body)}
        onBack={props.fields === undefined ? undefined : () => setAsked(undefined)}
        onDone={finish}
        onClose={onClose}
      />
    );
  if (props.fields === undefined)
    return <Looking title={title} look={() => look(body)} onClose={onClose} closeText={t('actions.close')} />;
  return <Fields {...props} fields={props.fields} look={look} />;
}

/** Nothing is to be filled in: what would become of it is asked at once. */
function Looking({
  title,
  look,
  closeText,
  onClose,
}: {
  title: string;
  look: () => Promise<void>;
  closeText: string;
  onClose: () => void;
}) {
  const t = useDeskTexts();
  const [refusal, setRefusal] = useState<string>();
  const first = useRef(look);
  useEffect(() => {
    first.current().catch((error: unknown) => setRefusal(readProblem(error).detail ?? t('desk:lookFailed')));
  }, [t]);
  return (
    <Dialog title={title} isQuestion onClose={onClose}>
      {refusal === undefined ? (
        <div aria-busy="true">
          <LoadingNote />
          <Skeleton height={72} />
        </div>
      ) : (
        <p className={classes.refused} role="alert">
          {refusal}
        </p>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {closeText}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Fields<Fields extends object>({
  title,
  fields,
  look,
  onClose,
}: Pick<ActionDialogProps<Fields>, 'title' | 'onClose'> & {
  fields: NonNullable<ActionDialogProps<Fields>['fields']>;
  look: (body: object) => Promise<void>;
}) {
  const t = useDeskTexts();
  const { initial, isComplete, toBody, inputs } = fields;
  const form = useForm<Fields, void>({
    initial,
    ...(isComplete && { isComplete }),
    save: (draft) => ({ unwrap: () => look(toBody?.(draft) ?? draft) }),
    texts: { failure: t('desk:lookFailed') },
  });
  return (
    <Dialog title={title} isBusy={form.isBusy} onClose={onClose}>
      <form className={dialogClasses.form} {...form.element}>
        {inputs(form)}
        <DialogActions>
          <Button variant="default" disabled={form.isBusy} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
            {t('desk:look')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
