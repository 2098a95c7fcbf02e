import type { Found } from './store/search.ts';

export const toFound = ({ rub, usdt, createdAt, accountId, accountRole, ...found }: Found) => ({
  kind: found.kind,
  id: found.id,
  number: found.number,
  name: found.name,
  amount_rub: rub,
  amount_usdt: usdt,
  status: found.status,
  created_at: createdAt,
  whose: found.whose,
  account: accountId === null || accountRole === null ? null : { id: accountId, role: accountRole },
});
