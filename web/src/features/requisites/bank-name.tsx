import { useGetBanksQuery } from '@/api/info';
import { DASH } from '@/shared/lib/format-amount';

/** A requisite may name its bank by the id alone. */
export function BankName({ bank }: { bank: { id: number; name?: string } }) {
  const { data } = useGetBanksQuery(undefined, { skip: bank.name !== undefined });
  return bank.name ?? data?.find(({ id }) => id === bank.id)?.name ?? DASH;
}
