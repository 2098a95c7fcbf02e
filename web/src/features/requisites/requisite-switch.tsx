import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToggleRequisiteMutation, type Requisite } from '@/api/requisites';
import { useMay } from '@/session/may';
import { readProblem } from '@/shared/lib/problem';
import { OptimisticSwitch } from '@/shared/switch/switch';
import { toast } from '@/shared/ui/toast';
import { requisiteName } from './requisite-name';

/** Whether the requisite takes orders. */
export function RequisiteSwitch({ requisite }: { requisite: Requisite }) {
  const { t } = useTranslation();
  const { id } = requisite;
  const [toggle] = useToggleRequisiteMutation();
  const save = useCallback((wanted: boolean) => toggle({ id, isActive: wanted }).unwrap(), [toggle, id]);
  const onFailure = useCallback((error: unknown) => toast.failure(t('errors.act'), readProblem(error)), [t]);
  return (
    <OptimisticSwitch
      value={requisite.is_active}
      save={save}
      onFailure={onFailure}
      isFixed={!useMay('requisites.edit')}
      label={t('requisites.switch', { name: requisiteName(requisite) })}
    />
  );
}
