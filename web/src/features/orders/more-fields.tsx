import { OrderFields } from '@/acts/order-filters/order-fields';
import { useMay } from '@/session/may';
import { useRole } from '@/session/use-user';
import type { Narrowing } from './order-narrowing';
import { RequisiteFilter } from './requisite-filter';

interface MoreFieldsProps {
  values: Narrowing;
  onChange: (patch: Partial<Narrowing>) => void;
}

/** What is behind «Ещё фильтры» of a side: requisites are known to their trader alone, the merchant's own number to the merchant. */
export default function MoreFields({ values, onChange }: MoreFieldsProps) {
  const hasRequisites = useMay('requisites.read');
  const isMerchant = useRole() === 'merchant';
  return (
    <>
      {hasRequisites && <RequisiteFilter value={values.requisite} onChange={(requisite) => onChange({ requisite })} />}
      <OrderFields values={values} number={isMerchant ? 'own' : undefined} onChange={onChange} />
    </>
  );
}
