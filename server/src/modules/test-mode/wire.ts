import { toMerchantOrder, withoutPhoto } from '../merchant-api/index.ts';
import { NOT_REVERSED } from '../orders/index.ts';
import type { Payout } from '../payouts/index.ts';
import { TEST_PAYEE } from './rules.ts';
import type { TestOrder } from './store/orders.ts';

/** Nobody is behind a test order. */
const NOBODY = { traderId: '', requisiteId: '', payeeVersion: 0, rewardBp: 0, held: 0n };

/** As the merchant API shows an order. */
export const toOrder = (order: TestOrder) => toMerchantOrder({ ...order, ...NOBODY, ...NOT_REVERSED, ...TEST_PAYEE });

/** As the merchant API shows a payout: nobody sends it, so there is no photo. */
export const toPayout = (payout: Payout) => ({ ...withoutPhoto(payout), photo: null });
