import { Link } from 'react-router';
import type { OrderDetail } from '@/api/orders';
import { useMay } from '@/session/may';
import { paths } from '@/shared/lib/paths';

/** The requisite of an order, with the way to it for whoever may see it. */
export function RequisiteLink({ order }: { order: Pick<OrderDetail, 'bank_detail' | 'requisite'> }) {
  const mayRead = useMay('requisites.read');
  const { bank_detail: requisite, requisite: id } = order;
  return mayRead && id !== undefined ? (
    <Link to={paths.requisite(id)}>{requisite.short_name}</Link>
  ) : (
    requisite.short_name
  );
}
