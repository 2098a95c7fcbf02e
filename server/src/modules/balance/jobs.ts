import { singleStatement } from '../../db/tx.ts';
import type { Deps } from './service.ts';
import { forgetMerchantDays } from './store/today.ts';

/** Forgets merchants' days of long ago. */
export const forgetDays = ({ db, clock }: Deps): Promise<void> =>
  singleStatement(db, (statement) => forgetMerchantDays(statement, clock()));
