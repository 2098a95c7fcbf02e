import { MERCHANT_KINDS, PLATFORM_KINDS, type ReconciliationKind } from '@kantor/contract/plain/reconciliations.ts';
import { useRef, useState } from 'react';
import { type Look, useLookAtReconciliationMutation } from '@/api/reconciliations';
import { May } from '@/session/may';
import { Card } from '@/shared/detail/facts';
import { FileField } from '@/shared/form/file-field';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import { fieldErrors, readProblem } from '@/shared/lib/problem';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { toast } from '@/shared/ui/toast';
import classes from './reconciliation.module.css';
import { TermsForm } from './terms-form';

const isAccepted = ({ name }: File): boolean => /\.(?:csv|xlsx|txt)$/i.test(name);

interface Props {
  isPlatform: boolean;
  t: ReconcileTexts;
  path: (id: string) => string;
}

/** What is compared, the file, and then what its columns are. */
export function NewReconciliation(props: Props) {
  return (
    <May right={props.isPlatform ? 'platform.reconcile' : 'reconciliations.make'}>
      <Fresh {...props} />
    </May>
  );
}

interface Picked {
  file: File;
  look: Look;
  /** Another choice begins another form. */
  n: number;
}

function Fresh({ isPlatform, t, path }: Props) {
  const kinds: readonly ReconciliationKind[] = isPlatform ? PLATFORM_KINDS : MERCHANT_KINDS;
  const [kind, setKind] = useState<ReconciliationKind>(kinds[0] ?? 'orders');
  const [file, setFile] = useState<File>();
  const [picked, setPicked] = useState<Picked>();
  const [lookAt, { isLoading, error }] = useLookAtReconciliationMutation();
  const turn = useRef(0);

  const look = async (chosen: File | undefined, as: ReconciliationKind) => {
    turn.current += 1;
    const n = turn.current;
    setFile(chosen);
    setPicked(undefined);
    if (chosen === undefined || !isAccepted(chosen)) return;
    const answer = await lookAt({ isPlatform, kind: as, file: chosen });
    // Something else was chosen meanwhile.
    if (turn.current !== n) return;
    if (answer.data !== undefined) setPicked({ file: chosen, look: answer.data, n });
    else toast.failure(t('reconcile:look.failed'), readProblem(answer.error));
  };

  const wrongType = file !== undefined && !isAccepted(file);
  return (
    <Card title={t('reconcile:new.title')}>
      <div className={classes.pick}>
        <FilterButtons
          label={t('reconcile:new.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`reconcile:kinds.${value}`) }))}
          onChange={(value) => {
            setKind(value);
            void look(file, value);
          }}
        />
        <FileField
          label={t('reconcile:new.file')}
          accept=".csv,.xlsx,.txt"
          file={file}
          hint={t('reconcile:new.hint')}
          error={wrongType ? t('reconcile:new.wrongType') : fieldErrors(error)['file']}
          disabled={isLoading}
          onChange={(chosen) => void look(chosen, kind)}
        />
      </div>
      <p className={classes.note} aria-live="polite">
        {isLoading ? t('reconcile:look.busy') : t(`reconcile:new.about.${kind}`)}
      </p>
      {picked && <TermsForm key={picked.n} {...picked} isPlatform={isPlatform} kind={kind} t={t} path={path} />}
    </Card>
  );
}
