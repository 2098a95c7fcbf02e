import type { Database } from '../../../db/pool.ts';
import { transaction } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { type BankMessage, hear } from './heard.ts';
import { keepTogether } from './keeping.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/**
 * Keeps a message once, reads it, and closes the order that it pays, if that is beyond doubt. One transaction: whatever
 * happens in between, a message is wholly kept or will be sent again.
 * @throws ApiError 404 when the cabinet is not the trader's.
 */
export async function receiveMessage({ db, clock }: Deps, cabinet: CabinetRef, message: BankMessage): Promise<void> {
  const heard = hear(cabinet, message);
  for (;;) {
    const fates = await transaction(db, (tx) => keepTogether(tx, [heard], { clock, busy: 'wait' }));
    if (fates.get(heard) === 'kept') return;
    // The order was confirmed, cancelled, expired or appealed meanwhile: the next turn reads it anew.
  }
}
