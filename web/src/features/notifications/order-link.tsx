import { Link } from 'react-router';
import { DASH } from '@/shared/lib/format-amount';
import { middleEllipsis } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';

/** The way to an order; a dash where there is none. */
export function OrderLink({ id }: { id: string | null }) {
  if (id === null) return DASH;
  return (
    <Link to={paths.order(id)} title={id}>
      <code>{middleEllipsis(id)}</code>
    </Link>
  );
}
