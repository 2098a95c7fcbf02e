import type { AccountChoice } from '@/api/platform-lists';
import { DASH } from '@/shared/lib/format-amount';
import type { Column } from '@/shared/list/data-table';
import { AccountLink } from '@/shared/ui/account-link';

/** The column of an account whose object a row is. */
export const accountColumn = <Row,>(
  id: string,
  header: string,
  accountOf: (row: Row) => AccountChoice | null,
): Column<Row> => ({
  id,
  header,
  fit: 'cut',
  interactive: true,
  cell: (row) => {
    const account = accountOf(row);
    return account === null ? DASH : <AccountLink account={account} />;
  },
});
