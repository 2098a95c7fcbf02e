import { Link } from 'react-router';
import { DASH } from '@/shared/lib/format-amount';
import { middleEllipsis, wholeId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';

/** The way to an order; a dash where there is none. */
export function OrderLink({ id: sent }: { id: string | null }) {
  const id = wholeId(sent);
  if (id === '') return DASH;
  return (
    <Link to={paths.order(id)} title={id}>
      <code>{middleEllipsis(id)}</code>
    </Link>
  );
}
